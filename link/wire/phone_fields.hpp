// The fields of phones and of what they show.
#pragma once

#include "link/command.hpp"
#include "link/phone_state.hpp"
#include "link/wire/touch_fields.hpp"

namespace thimble::link::wire {

inline constexpr text a_name{.most = limits::name_bytes};
inline constexpr text a_sentence{.most = limits::sentence_bytes};
inline constexpr token an_id{.most = limits::id_bytes};
inline constexpr token a_udid{.most = limits::udid_bytes};
inline constexpr token a_word{.most = limits::word_bytes};

void describe(auto& fields, is<screen::pixel_size> auto& what)
{
    constexpr whole an_edge{.least = 1, .most = limits::pixels};
    fields.field("width", what.width, an_edge);
    fields.field("height", what.height, an_edge);
}

void describe(auto& fields, is<blocker> auto& what)
{
    fields.field("code", what.code, a_word);
    fields.field("message", what.message, a_sentence);
    fields.field("remedy", what.remedy, a_sentence);
    fields.field("since_ms", what.since);
}

void describe(auto& fields, is<alert> auto& what)
{
    fields.field("text", what.text, a_sentence);
    fields.field("buttons", what.buttons, many{.most = limits::buttons}, a_name);
}

void describe(auto& fields, is<latency_spread> auto& what)
{
    constexpr whole a_latency{.least = 0, .most = limits::latency_us};
    fields.field("p50_us", what.p50, a_latency);
    fields.field("p95_us", what.p95, a_latency);
    fields.field("count", what.count, whole{.least = 1, .most = limits::exact_integer});
}

void describe(auto& fields, is<video_figures> auto& what)
{
    fields.field("tap_to_picture", what.tap_to_picture);
    fields.field("picture_age", what.picture_age);
}

void describe(auto& fields, is<phone_state> auto& what)
{
    fields.field("udid", what.udid, a_udid);
    fields.field("attached", what.attached);
    fields.field("name", what.name, a_name);
    fields.field("device_name", what.device_name, a_name);
    fields.field("product_type", what.product_type, a_name);
    fields.field("os_version", what.os_version, a_name);
    fields.field("driver_version", what.driver_version, a_name);
    fields.field("native_size", what.native_size);
    fields.field("screenshot_size", what.screenshot_size);
    fields.field("scale", what.scale, real{.least = 0, .most = limits::scale});
    fields.field("orientation", what.turned);
    fields.field("battery_level", what.battery_level, whole{.least = 0, .most = 100});
    fields.field("locked", what.locked);
    fields.field("alert", what.alert);
    fields.field("blockers", what.blockers, many{.most = limits::blockers});
    fields.added("warnings", what.warnings, many{.most = limits::blockers});
    fields.field("capabilities", what.capabilities, many{.most = limits::capabilities}, a_word);
    fields.field("video", what.video);
}

void describe(auto& fields, is<host_state> auto& what)
{
    fields.field("blockers", what.blockers, many{.most = limits::blockers});
}

} // namespace thimble::link::wire
