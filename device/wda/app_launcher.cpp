#include "device/wda/app_launcher.hpp"

#include "device/launch_refusal.hpp"
#include "text/bundle_id.hpp"

#include <utility>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds launch_limit{30}; // a large app that starts for the first time
constexpr std::chrono::seconds end_limit{20};    // iOS kills what does not end by itself

/// The runner answers every launch that fails as one of an app that is missing.
failure explained(failure what)
{
    if (what.what != problem::refused)
        return what;
    const bool missing = what.cause == "invalid argument";
    return explained_launch(std::move(what), missing);
}

/// Also what a runner calls an app whose name it cannot find out.
bool names_app(const std::string& bundle_id)
{
    return service::is_bundle_id(bundle_id) && bundle_id != "unknown";
}

/// The app in front where the list of those that are active has one alone: two share a screen, and
/// the home screen is active beside an app that it shows an alert over.
std::optional<std::string> only_app_in(const nlohmann::json& apps)
{
    if (!apps.is_array() || apps.size() != 1)
        return std::nullopt;
    auto bundle_id = string_member(apps.front(), "bundleId");
    return names_app(bundle_id) ? std::optional(std::move(bundle_id)) : std::nullopt;
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
    const auto apps = co_await runner_.read(
        {.method = method::get, .route = "/wda/apps/list", .limit = read_limit});
    if (!apps && apps.error().cause != "unknown command")
        co_return std::unexpected(apps.error());
    if (auto only = apps ? only_app_in(*apps) : std::nullopt)
        co_return std::move(*only);
    co_return co_await ask_in_front();
}

boost::asio::awaitable<result<bool>> app_launcher::terminate(std::string bundle_id)
{
    if (auto refused = refusal_to_end(bundle_id))
        co_return std::unexpected(std::move(*refused));
    const auto ended = co_await runner_.perform({.route = "/wda/apps/terminate",
                                                 .body = {{"bundleId", std::move(bundle_id)}},
                                                 .limit = end_limit});
    if (!ended)
        co_return std::unexpected(ended.error());
    co_return ended->is_boolean() && ended->get<bool>();
}

/// Looks into the app itself, which may take long or hang in a heavy one.
boost::asio::awaitable<result<std::string>> app_launcher::ask_in_front()
{
    const auto app = co_await runner_.read(
        {.method = method::get, .route = "/wda/activeAppInfo", .limit = read_limit});
    if (!app)
        co_return std::unexpected(app.error());
    auto bundle_id = string_member(*app, "bundleId");
    if (!names_app(bundle_id))
        co_return std::unexpected(
            failure{.what = problem::refused,
                    .message = "WebDriverAgent does not say which app is in front.",
                    .cause = "malformed_answer"});
    co_return bundle_id;
}

} // namespace thimble::device::wda
