// deviceinfo: what the phone is, its display, its lock.
#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/coredevice/orientation.hpp"
#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/phone/device_facts.hpp"

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

/// Which members a real phone sends is not known for certain: these are devicectl's.
outcome device_info(conversation& with, const xpc::dictionary&)
{
    const operating_system& os = with.os();
    return xpc::dictionary{
        {"name", os.who().name},
        {"udid", os.who().udid},
        {"productType", os.hardware().product_type},
        {"hardwareModel", os.hardware().hardware_model},
        {"marketingName", os.hardware().name},
        {"platform", "iOS"},
        {"osVersionNumber", os.ios().version},
        {"osBuildUpdate", os.ios().build},
        {"ecid", chip_number(with.device)},
        {"developerModeStatus", with.device.developer_mode ? "enabled" : "disabled"},
        {"bootState", "booted"}};
}

/// Degrees by which the panel's picture has to be turned clockwise to be upright.
std::string_view rotation_of(turned interface)
{
    switch (interface) {
    case turned::landscape_left:
        return "rot270";
    case turned::upside_down:
        return "rot180";
    case turned::landscape_right:
        return "rot90";
    case turned::portrait:
        break;
    }
    return "rot0";
}

/// The panel stays upright in its own frame, whatever is shown on it.
outcome display_info(conversation& with, const xpc::dictionary&)
{
    const operating_system& os = with.os();
    const model& hardware = os.hardware();
    const xpc::array size{static_cast<double>(hardware.width_px),
                          static_cast<double>(hardware.height_px)};
    xpc::dictionary panel{{"displayId", std::int64_t{1}},
                          {"name", "LCD"},
                          {"primary", true},
                          {"nativeSize", size},
                          {"currentMode", xpc::dictionary{{"size", size}, {"refreshRate", 60.0}}},
                          {"pointScale", static_cast<double>(hardware.scale)},
                          {"currentOrientation", rotation_of(os.interface_orientation())}};
    return xpc::dictionary{{"displays", xpc::array{std::move(panel)}},
                           {"backlightState", os.awake() ? "on" : "off"},
                           {"orientation", orientation_of(os)}};
}

outcome lock_state(conversation& with, const xpc::dictionary&)
{
    const operating_system& os = with.os();
    return xpc::dictionary{{"passcodeRequired", os.locked() && os.who().passcode.has_value()},
                           {"unlockedSinceBoot", os.unlocked_since_boot()}};
}

} // namespace

boost::asio::awaitable<void> serve_device_info(conversation& with)
{
    static constexpr std::array features{feature{"getdeviceinfo", device_info},
                                         feature{"getdisplayinfo", display_info},
                                         feature{"getlockstate", lock_state}};
    co_await serve_features(with, features);
}

} // namespace thimble::virtualphone::coredevice
