#include "device/coredevice/driver/tunnel_launcher.hpp"

#include "device/coredevice/app_service.hpp"
#include "device/launch_refusal.hpp"

#include <utility>

namespace thimble::device::coredevice {
namespace {

constexpr std::string_view launch_failed = "com.apple.dt.CoreDeviceError 10002";

failure explained(failure what)
{
    if (what.cause != launch_failed)
        return what;
    const auto said = [&](std::string_view words) { return what.message.contains(words); };
    const bool missing =
        said("not installed") || said("not found") || said("unknown to FrontBoard");
    return explained_launch(std::move(what), missing);
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
    if (auto refused = refusal_to_end(bundle_id))
        co_return std::unexpected(std::move(*refused));
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
