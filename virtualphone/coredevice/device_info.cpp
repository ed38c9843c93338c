// deviceinfo: what the phone is, its display, its lock.
#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/coredevice/orientation.hpp"
#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/coredevice/side_channel.hpp"
#include "virtualphone/coredevice/version.hpp"
#include "virtualphone/phone/device_facts.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <optional>

namespace thimble::virtualphone::coredevice {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds time_between_looks{50};

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
xpc::dictionary display_facts(const conversation& with)
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

outcome display_info(conversation& with, const xpc::dictionary&)
{
    return display_facts(with);
}

/// The display as it is, and again whenever it has become another one.
asio::awaitable<void> push_display(conversation& with, xpc::uuid channel)
{
    asio::steady_timer timer(with.host.executor());
    std::optional<xpc::dictionary> told;
    for (;;) {
        auto now = display_facts(with);
        if (told != now) {
            co_await with.host.push(push_of(channel, "pushing", {{"elements", xpc::array{now}}}));
            told = std::move(now);
        }
        timer.expires_after(time_between_looks);
        co_await timer.async_wait(asio::use_awaitable);
    }
}

/// Until the host has enough of it and closes the connection; there is no reply.
asio::awaitable<outcome> stream_display(conversation& with, xpc::dictionary input)
{
    if (major_version(with.device) < first_with_stream)
        co_return std::unexpected(not_implemented());
    const auto channel = channel_in(input);
    if (!channel)
        co_return std::unexpected(channel.error());
    const auto beside = [&](asio::awaitable<void> part) {
        return asio::co_spawn(with.host.executor(), std::move(part), asio::deferred);
    };
    // Words of the host meanwhile, such as that it has read, are passed over.
    co_await asio::experimental::make_parallel_group(beside(with.host.until_closed()),
                                                     beside(push_display(with, *channel)))
        .async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
    throw boost::system::system_error(asio::error::eof);
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
    static constexpr std::array features{
        feature{"getdeviceinfo", device_info}, feature{"getdisplayinfo", display_info},
        feature{"getlockstate", lock_state}, feature{"displayinfoupdates", stream_display}};
    co_await serve_features(with, features);
}

} // namespace thimble::virtualphone::coredevice
