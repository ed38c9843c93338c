#include "device/coredevice/driver/tunnel_launcher.hpp"

#include "device/coredevice/app_service.hpp"

#include <algorithm>
#include <initializer_list>

namespace thimble::device::coredevice {
namespace {

constexpr std::string_view launch_failed = "com.apple.dt.CoreDeviceError 10002";

bool says_any(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view each) { return text.contains(each); });
}

/// The phone has one error for every launch that fails; the reason stands in iOS's own words, which
/// are in English on every phone.
failure explained(failure what)
{
    if (what.cause != launch_failed)
        return what;
    if (says_any(what.message, {"could not be, unlocked", "is locked"})) {
        what.message = "The phone is locked; unlock it first.";
        what.cause = "locked";
    } else if (says_any(what.message, {"not been explicitly trusted", "not trusted",
                                       "invalid code signature", "inadequate entitlements"})) {
        what.message = "The phone does not trust the app's developer, or the app's signature has "
                       "expired. Trust it in Settings > General > VPN & Device Management, or "
                       "install the app again.";
        what.cause = "app_not_trusted";
    } else if (says_any(what.message, {"not installed", "not found", "unknown to FrontBoard"})) {
        what.message = "The phone has no such app.";
        what.cause = "app_not_installed";
    } else {
        return what;
    }
    what.phone = reached::nothing;
    return what;
}

} // namespace

boost::asio::awaitable<result<void>> tunnel_launcher::open(std::string bundle_id)
{
    const auto launched = co_await tunnel_.call<process>("launch", [&](tunnel_session& by) {
        return launch_app(by.device, {.bundle_id = std::move(bundle_id)});
    });
    if (!launched)
        co_return std::unexpected(explained(launched.error()));
    co_return result<void>();
}

boost::asio::awaitable<result<bool>> tunnel_launcher::terminate(std::string bundle_id)
{
    if (bundle_id == "com.apple.springboard")
        co_return std::unexpected(
            failure{.what = problem::refused,
                    .message = "The home screen is what the phone is driven with; it is not ended.",
                    .cause = "app_is_needed"});
    co_return co_await tunnel_.call<bool>(
        "terminate", [&](tunnel_session& by) { return end_app(by.device, std::move(bundle_id)); });
}

boost::asio::awaitable<result<std::string>> tunnel_launcher::in_front()
{
    co_return std::unexpected(
        failure{.what = problem::unsupported,
                .message = "The phone's services do not tell which app is in front.",
                .cause = {}});
}

} // namespace thimble::device::coredevice
