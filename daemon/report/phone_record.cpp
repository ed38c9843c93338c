#include "daemon/report/phone_record.hpp"

#include "contract/video_record.hpp"
#include "daemon/report/blocker_json.hpp"

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

template <class Value>
ordered_json or_null(const std::optional<Value>& value)
{
    return value ? ordered_json(*value) : ordered_json();
}

ordered_json readiness(const link::phone_state& phone)
{
    ordered_json record;
    record["ready"] = phone.blockers.empty();
    record["blockers"] = to_json(phone.blockers);
    record["warnings"] = to_json(phone.warnings);
    return record;
}

} // namespace

ordered_json phone_record(const link::phone_state& phone)
{
    const auto& size = phone.screenshot_size;
    ordered_json record;
    record["unique_id"] = phone.udid;
    record["name"] = phone.name;
    record["device_name"] = phone.device_name;
    record["product_type"] = phone.product_type;
    record["os_version"] = phone.os_version;
    record["driver_version"] = or_null(phone.driver_version);
    record["width"] = size ? ordered_json(size->width) : ordered_json();
    record["height"] = size ? ordered_json(size->height) : ordered_json();
    record["orientation"] = screen::to_string(phone.turned);
    record["battery_level"] = or_null(phone.battery_level);
    record["locked"] = or_null(phone.locked);
    record["readiness"] = readiness(phone);
    record["capabilities"] = phone.capabilities;
    record["video"] = service::video_record(phone.video);
    return record;
}

} // namespace thimble::daemon
