// The fields of every message. Facts about a picture travel here, the picture itself does not.
#pragma once

#include "link/message.hpp"
#include "link/wire/phone_fields.hpp"

namespace thimble::link::wire {

inline constexpr whole a_count{.least = 0, .most = limits::exact_integer};

void describe(auto& fields, is<open_job> auto& what)
{
    fields.field("job_id", what.job_id, an_id);
    fields.field("stage", what.reached);
}

void describe(auto& fields, is<hello> auto& what)
{
    fields.field("protocol", what.protocol, a_count);
    fields.field("desktop_id", what.desktop_id, an_id);
    fields.field("name", what.name, a_name);
    fields.field("version", what.version, a_word);
    fields.field("features", what.features, many{.most = limits::features}, a_word);
    fields.field("boot_id", what.boot_id, an_id);
    fields.field("journal_id", what.journal_id, an_id);
    fields.field("phones", what.phones, many{.most = limits::phones});
    fields.field("open_jobs", what.open_jobs, many{.most = limits::open_jobs});
}

void describe(auto& fields, is<welcome> auto& what)
{
    fields.field("protocol", what.protocol, a_count);
    fields.field("node", what.node, an_id);
    fields.field("epoch", what.epoch, whole{.least = 1, .most = limits::exact_integer});
    fields.field("features", what.features, many{.most = limits::features}, a_word);
    fields.field("heartbeat_ms", what.heartbeat, whole{.least = 1, .most = limits::heartbeat_ms});
    fields.field("clock_us", what.clock);
    fields.field("frame_bytes", what.frame_bytes, a_count);
    fields.field("open_jobs", what.open_jobs, many{.most = limits::open_jobs}, an_id);
}

void describe(auto& fields, is<coordinate_space> auto& what)
{
    describe(fields, what.size);
    fields.field("orientation", what.turned);
}

void describe(auto& fields, is<command> auto& what)
{
    fields.field("job_id", what.job_id, an_id);
    fields.field("udid", what.udid, a_udid);
    fields.field("action", what.what);
    if (fields.failed())
        return;
    fields.implied("lane", lane_of(what.what));
    fields.field("space", what.space);
    fields.field("expires_at_us", what.expires_at);
    fields.field("observed", what.observed);
    fields.field("traceparent", what.trace);
    if (has_coordinates(what.what) && !what.space)
        fields.refuse("space", "missing");
}

void describe(auto& fields, is<ack> auto& what)
{
    fields.field("job_id", what.job_id, an_id);
}

void describe(auto& fields, is<started> auto& what)
{
    fields.field("job_id", what.job_id, an_id);
}

void describe(auto& fields, is<settled> auto& what)
{
    fields.field("job_id", what.job_id, an_id);
}

void describe(auto& fields, is<cancel> auto& what)
{
    fields.field("job_id", what.job_id, an_id);
    fields.field("how", what.how);
}

void describe(auto& fields, is<failure> auto& what)
{
    fields.field("code", what.code, a_word);
    fields.field("message", what.message, a_sentence);
    fields.field("context", what.context, free_object{});
}

void describe(auto& fields, is<timings> auto& what)
{
    constexpr real elapsed{.least = 0, .most = limits::elapsed_ms};
    fields.field("queued_ms", what.queued_ms, elapsed);
    fields.field("device_ms", what.device_ms, elapsed);
}

void describe(auto& fields, is<seen_frame> auto& what)
{
    fields.field("id", what.id, an_id);
    fields.field("space", what.space);
    fields.field("captured_at_ms", what.captured_at);
    fields.field("settled", what.settled);
    fields.field("changed", what.changed);
    fields.field("region", what.region);
}

void describe(auto& fields, is<receipt> auto& what)
{
    fields.field("effect", what.seen);
    fields.field("verified", what.verified);
    fields.field("shaped", what.shaped);
    fields.field("frame", what.frame);
    fields.field("driver", what.driver, a_word);
}

void describe(auto& fields, is<frame> auto& what)
{
    fields.field("format", what.picture.format);
    describe(fields, what.picture.size);
    fields.field("space", what.space);
    fields.field("scale", what.scale, real{.least = 0, .most = limits::scale});
    fields.field("captured_at_ms", what.captured_at);
}

/// A result that the journal alone remembers has no UDID.
void describe(auto& fields, is<result> auto& what)
{
    fields.field("job_id", what.job_id, an_id);
    fields.field("udid", what.udid, token{.most = limits::udid_bytes, .least = 0});
    fields.field("outcome", what.outcome);
    fields.field("failure", what.failure);
    fields.field("value", what.value, free_object{});
    fields.field("frame", what.frame);
    fields.field("timings", what.timings);
    fields.field("receipt", what.receipt);
}

void describe(auto& fields, is<stream> auto& what)
{
    fields.field("stream_id", what.stream_id, an_id);
    fields.field("udid", what.udid, a_udid);
    fields.field("on", what.on);
    fields.field("codec", what.codec);
    fields.field("frames_per_second", what.frames_per_second,
                 whole{.least = 1, .most = limits::frames_per_second});
    fields.field("quality", what.quality, whole{.least = 1, .most = 100});
    fields.field("max_edge", what.max_edge, whole{.least = 1, .most = limits::pixels});
}

void describe(auto& fields, is<keyframe> auto& what)
{
    fields.field("stream_id", what.stream_id, an_id);
}

void describe(auto& fields, is<heartbeat> auto& what)
{
    fields.field("clock_us", what.clock);
}

void describe(auto& fields, is<drain> auto& what)
{
    fields.field("within_ms", what.within, whole{.least = 0, .most = limits::drain_ms});
}

} // namespace thimble::link::wire
