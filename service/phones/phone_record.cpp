#include "service/phones/phone_record.hpp"

#include "contract/remedy_docs.hpp"
#include "contract/video_record.hpp"
#include "text/iso_time.hpp"

#include <algorithm>

namespace thimble::service {

using nlohmann::ordered_json;

namespace {

template <class Value>
ordered_json or_null(const std::optional<Value>& value)
{
    return value ? ordered_json(*value) : ordered_json();
}

ordered_json width(const std::optional<screen::pixel_size>& size)
{
    return size ? ordered_json(size->width) : ordered_json();
}

ordered_json height(const std::optional<screen::pixel_size>& size)
{
    return size ? ordered_json(size->height) : ordered_json();
}

bool connected(const phones& all, const known_phone& phone)
{
    return all.status_of(phone) != connection_status::offline;
}

/// Nothing stands in the way of a phone that is not there, and still it is not ready.
ordered_json readiness_record(const phones& all, const known_phone& phone)
{
    const bool here = connected(all, phone);
    ordered_json record;
    record["ready"] = here && phone.state.blockers.empty();
    record["blockers"] = here ? blocker_records(phone.state.blockers) : ordered_json::array();
    record["warnings"] = here ? blocker_records(phone.state.warnings) : ordered_json::array();
    return record;
}

ordered_json capabilities(const phones& all, const known_phone& phone)
{
    return connected(all, phone) ? ordered_json(phone.state.capabilities) : ordered_json::array();
}

/// Of what answers now.
ordered_json driver_version(const phones& all, const known_phone& phone)
{
    return connected(all, phone) ? or_null(phone.state.driver_version) : ordered_json();
}

/// With room for `fields`: one that grows moves what it has again and again.
ordered_json roomy_record(std::size_t fields)
{
    ordered_json::object_t out;
    out.reserve(fields);
    return out;
}

ordered_json alert_record(const std::optional<link::alert>& alert)
{
    if (!alert)
        return nullptr;
    ordered_json record;
    record["text"] = alert->text;
    record["buttons"] = alert->buttons;
    return record;
}

/// Named as in the list of apps that was read last.
ordered_json front_app_record(const known_phone& phone, const std::optional<std::string>& bundle_id)
{
    if (!bundle_id)
        return nullptr;
    const listed_app* known = nullptr;
    if (phone.apps) {
        const auto found = std::ranges::find(phone.apps->apps, *bundle_id, &listed_app::bundle_id);
        known = found == phone.apps->apps.end() ? nullptr : &*found;
    }
    ordered_json record;
    record["bundle_id"] = *bundle_id;
    record["name"] = known != nullptr ? ordered_json(known->name) : ordered_json();
    return record;
}

} // namespace

ordered_json blocker_records(const std::vector<link::blocker>& blockers)
{
    auto records = ordered_json::array();
    for (const auto& each : blockers) {
        ordered_json record;
        record["code"] = each.code;
        record["message"] = each.message;
        record["remedy"] = each.remedy;
        record["docs"] = docs_of_remedy(each.code);
        record["since"] = iso_time(each.since);
        records.push_back(std::move(record));
    }
    return records;
}

std::string shown_name(const known_phone& phone)
{
    return phone.settings.display_name.value_or(phone.state.name);
}

ordered_json phone_record(const phones& all, const known_phone& phone)
{
    const auto& state = phone.state;
    ordered_json record;
    record["id"] = phone.id;
    record["name"] = state.name;
    record["device_name"] = state.device_name;
    record["display_name"] = or_null(phone.settings.display_name);
    record["unique_id"] = state.udid;
    record["connection_status"] = to_string(all.status_of(phone));
    record["connected_mac_id"] =
        connected(all, phone) ? ordered_json(phone.desktop_id) : ordered_json();
    record["activation_state"] = "active";
    record["width"] = width(state.screenshot_size);
    record["height"] = height(state.screenshot_size);
    record["created_at"] = iso_time(phone.created_at);
    record["os_version"] = state.os_version;
    record["driver_version"] = driver_version(all, phone);
    record["product_type"] = state.product_type;
    record["orientation"] = screen::to_string(state.turned);
    record["readiness"] = readiness_record(all, phone);
    record["capabilities"] = capabilities(all, phone);
    record["last_seen_at"] = iso_time(phone.last_seen_at);
    record["selected"] = all.selected(phone);
    record["labels"] = phone.labels;
    const auto* const held = lease_of(phone.leased, lease::clock::now());
    record["lease"] = held != nullptr ? lease_record(*held) : ordered_json();
    return record;
}

ordered_json info_record(const phones& all, const known_phone& phone)
{
    const auto& state = phone.state;
    ordered_json record;
    record["width"] = width(state.screenshot_size);
    record["height"] = height(state.screenshot_size);
    record["name"] = state.name;
    record["unique_id"] = state.udid;
    record["id"] = phone.id;
    record["display_name"] = or_null(phone.settings.display_name);
    record["os_version"] = state.os_version;
    record["driver_version"] = driver_version(all, phone);
    record["product_type"] = state.product_type;
    record["native_width"] = width(state.native_size);
    record["native_height"] = height(state.native_size);
    record["scale"] = or_null(state.scale);
    record["orientation"] = screen::to_string(state.turned);
    record["battery_level"] = or_null(state.battery_level);
    record["locked"] = or_null(state.locked);
    record["readiness"] = readiness_record(all, phone);
    record["capabilities"] = capabilities(all, phone);
    return record;
}

ordered_json status_record(const phones& all, const known_phone& phone, const phone_use& use)
{
    auto record = roomy_record(14);
    record["phone_id"] = phone.id;
    record["phone_name"] = shown_name(phone);
    record["connection_status"] = to_string(all.status_of(phone));
    record["width"] = width(phone.state.screenshot_size);
    record["height"] = height(phone.state.screenshot_size);
    record["switch_control_enabled"] = false;
    record["screen_locked"] = phone.state.locked.value_or(false);
    record["streaming"] = use.streaming;
    record["readiness"] = readiness_record(all, phone);
    record["active_session_id"] = or_null(use.active_session_id);
    record["queue_depth"] = use.queue_depth;
    record["alert"] = alert_record(phone.state.alert);
    record["front_app"] = front_app_record(phone, use.front_app);
    record["video"] = connected(all, phone) ? video_record(phone.state.video) : ordered_json();
    return record;
}

ordered_json settings_record(const known_phone& phone)
{
    ordered_json record;
    record["display_name"] = or_null(phone.settings.display_name);
    record["typing_method"] = phone.settings.typing_method;
    record["speed"] = phone.settings.speed;
    return record;
}

} // namespace thimble::service
