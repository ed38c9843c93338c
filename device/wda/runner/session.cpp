#include "device/wda/runner/session.hpp"

#include "device/wda/runner/identifier.hpp"

#include <algorithm>
#include <chrono>

namespace thimble::device::wda {
namespace {

using nlohmann::json;

constexpr std::chrono::seconds create_limit{30}; // a locked phone may take 20
constexpr std::chrono::seconds settings_limit{5};
constexpr int deepest_snapshot = 60;             // levels of a tree
constexpr std::chrono::seconds app_deadline{10}; // for an app to answer a look into it

/// No bundle id: the session follows whatever app is in front, and launches none.
json capabilities()
{
    return {{"capabilities",
             {{"alwaysMatch", {{"shouldWaitForQuiescence", false}, {"shouldTerminateApp", false}}},
              {"firstMatch", json::array({json::object()})}}}};
}

/// Nothing waits for an app to be idle or for an animation to end: whoever drives the phone looks
/// at the picture. A capture as JPEG of high quality is much faster than a lossless one. A tree
/// that is read without end has ended runners, and an app that hangs would hang them.
json settings(const std::optional<runner_version>& version)
{
    json wanted{{"waitForIdleTimeout", 0},
                {"animationCoolOffTimeout", 0},
                {"screenshotQuality", 1},
                {"shouldUseCompactResponses", true},
                {"snapshotMaxDepth", deepest_snapshot},
                {"defaultActiveApplication", session::usual_front_app}};
    if (version && *version >= first_runner_with_deadline)
        wanted["accessibilityDeadline"] = app_deadline.count();
    return {{"settings", std::move(wanted)}};
}

} // namespace

void session::observe(const std::string& id)
{
    id_ = fits_a_path(id) ? id : std::string();
}

boost::asio::awaitable<result<std::string>> session::ensure()
{
    const auto turn = co_await lane_.take();
    if (id_.empty()) {
        if (auto made = co_await create(); !made)
            co_return std::unexpected(std::move(made.error()));
    }
    if (settled_ != id_) {
        if (auto applied = co_await apply_settings(); !applied)
            co_return std::unexpected(std::move(applied.error()));
    }
    co_return id_;
}

/// Making a session touches nothing, but ends another one: it is not sent twice.
boost::asio::awaitable<result<void>> session::create()
{
    auto parsed = parse_envelope(
        co_await over_.exchange(post_once("/session", capabilities().dump(), create_limit)));
    if (!parsed) {
        parsed.error().phone = reached::nothing; // no touch has been sent
        co_return std::unexpected(std::move(parsed.error()));
    }
    observe(parsed->session_id.empty() ? string_member(parsed->value, "sessionId")
                                       : parsed->session_id);
    if (id_.empty())
        co_return std::unexpected(failure{.what = problem::refused,
                                          .message = "WebDriverAgent made a session without an id.",
                                          .cause = "malformed_answer"});
    co_return result<void>{};
}

boost::asio::awaitable<result<void>> session::apply_settings()
{
    const auto id = id_;
    auto parsed = parse_envelope(co_await over_.exchange(post_once(
        "/session/" + id + "/appium/settings", settings(version_).dump(), settings_limit)));
    if (!parsed) {
        if (parsed.error().cause == "invalid session id")
            forget();
        parsed.error().phone = reached::nothing;
        co_return std::unexpected(std::move(parsed.error()));
    }
    settled_ = id;
    co_return result<void>{};
}

} // namespace thimble::device::wda
