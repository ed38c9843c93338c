#include "device/wda/app_launcher.hpp"

#include "device/text_limit.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds launch_limit{30}; // a large app that starts for the first time

failure explained(failure what)
{
    if (what.cause == "invalid argument") {
        what.message = "The phone has no such app.";
        what.cause = "app_not_installed";
    } else if (what.message.contains("unlocked") || what.message.contains("Locked")) {
        what.phone = reached::nothing;
        what.message = "The phone is locked; unlock it first.";
        what.cause = "locked";
    }
    return what;
}

} // namespace

/// An app that runs is only brought to the front. Nothing waits for it to become idle: some never
/// do.
boost::asio::awaitable<result<void>> app_launcher::open(std::string bundle_id)
{
    const auto opened = co_await runner_.perform(
        {.route = "/wda/apps/launch",
         .body = {{"bundleId", std::move(bundle_id)}, {"shouldWaitForQuiescence", false}},
         .limit = launch_limit});
    if (!opened)
        co_return std::unexpected(explained(opened.error()));
    co_return result<void>{};
}

boost::asio::awaitable<result<std::string>> app_launcher::in_front()
{
    const auto app = co_await runner_.perform(
        {.method = method::get, .route = "/wda/activeAppInfo", .limit = read_limit});
    if (!app)
        co_return std::unexpected(app.error());
    auto bundle_id = string_member(*app, "bundleId");
    if (bundle_id.empty() || bundle_id.size() > longest_bundle_id)
        co_return std::unexpected(
            failure{.what = problem::refused,
                    .message = "WebDriverAgent does not say which app is in front.",
                    .cause = "malformed_answer"});
    co_return bundle_id;
}

} // namespace thimble::device::wda
