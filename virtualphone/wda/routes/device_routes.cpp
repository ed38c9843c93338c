// Facts of the device.
#include "virtualphone/wda/routes/route.hpp"

#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;

answer device_info(automation& agent, const request&)
{
    const bool pad = agent.os().hardware().kind == idiom::pad;
    const char* const generic_name = pad ? "iPad" : "iPhone"; // the given name needs an entitlement
    return success({{"currentLocale", "en_US"},
                    {"timeZone", "GMT"},
                    {"name", generic_name},
                    {"model", generic_name},
                    {"uuid", "8C3A1F5E-52D0-4B63-9E0B-7A4D2F9C1E60"}, // not the UDID
                    {"userInterfaceIdiom", pad ? 1 : 0},
                    {"userInterfaceStyle", "light"},
                    {"isSimulator", false},
                    {"thermalState", 0}});
}

answer battery(automation&, const request&)
{
    constexpr int charging = 2;
    return success({{"level", 0.85}, {"state", charging}});
}

} // namespace

std::span<const route> device_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::get, "/wda/device/info", either, device_info},
        route{verb::get, "/wda/batteryinfo", required, battery},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
