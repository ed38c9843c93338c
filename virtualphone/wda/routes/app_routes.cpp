// Applications: starting, ending and asking about them.
#include "virtualphone/wda/elements/front_application.hpp"
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;
using nlohmann::json;

constexpr std::string_view springboard = "com.apple.springboard";

enum class app_state : std::uint8_t {
    unknown = 0,
    not_running = 1,
    background = 3,
    foreground = 4,
};

/// The system's refusal to open an app, as it prints itself.
std::string open_refusal(const std::string& bundle_id,
                         int code,
                         std::string_view because,
                         std::string_view in_short)
{
    const std::string reason = "Unable to launch " + bundle_id + " because " + std::string(because);
    return "Error Domain=FBSOpenApplicationServiceErrorDomain Code=1 \"The request to open \"" +
           bundle_id +
           "\" failed.\" UserInfo={BSErrorCodeDescription=RequestDenied, "
           "NSUnderlyingError=0x282c1f3c0 {Error Domain=FBSOpenApplicationErrorDomain Code=" +
           std::to_string(code) + " \"" + reason +
           "\" UserInfo={BSErrorCodeDescription=" + std::string(in_short) +
           ", NSLocalizedFailureReason=" + reason + "}}}";
}

/// Every reason is an application that is missing, to WebDriverAgent; only the text differs.
answer launch_refused(automation& agent, const std::string& bundle_id)
{
    if (agent.os().locked())
        return failure(
            errors::invalid_argument,
            open_refusal(bundle_id, 7, "the device was not, or could not be, unlocked.", "Locked"));
    if (agent.device().untrusted_apps.contains(bundle_id))
        return failure(errors::invalid_argument,
                       open_refusal(bundle_id, 3,
                                    "it has an invalid code signature, inadequate entitlements or "
                                    "its profile has not been explicitly trusted by the user.",
                                    "Security"));
    return failure(errors::invalid_argument,
                   "The application '" + bundle_id + "' is not installed on the device under test");
}

awaitable<answer> open_app(automation& agent, const request& asked, milliseconds settling)
{
    constexpr milliseconds to_the_front{300};
    const auto bundle_id = text_argument(asked.body, "bundleId");
    if (!bundle_id)
        co_return failure(bundle_id.error());
    if (*bundle_id == springboard)
        agent.os().go_home(agent.present());
    else if (!agent.launch(*bundle_id))
        co_return launch_refused(agent, *bundle_id);
    co_await agent.sleep(to_the_front);
    co_await agent.wait_until_still(settling);
    co_return success();
}

awaitable<answer> launch(automation& agent, const request& asked)
{
    const json waits = asked.body.value("shouldWaitForQuiescence", json(true));
    const milliseconds settling =
        waits == json(false) ? milliseconds(0) : agent.options().wait_for_idle_timeout();
    co_return co_await open_app(agent, asked, settling);
}

awaitable<answer> activate(automation& agent, const request& asked)
{
    co_return co_await open_app(agent, asked, milliseconds(0));
}

answer terminate(automation& agent, const request& asked)
{
    const auto bundle_id = text_argument(asked.body, "bundleId");
    return bundle_id ? success(agent.terminate(*bundle_id)) : failure(bundle_id.error());
}

answer state(automation& agent, const request& asked)
{
    const auto bundle_id = text_argument(asked.body, "bundleId");
    if (!bundle_id)
        return failure(bundle_id.error());
    const auto apps = agent.os().apps();
    const bool installed =
        std::ranges::find(apps, *bundle_id, &operating_system::installed_app::bundle_id) !=
        apps.end();
    app_state now = installed ? app_state::not_running : app_state::unknown;
    if (is_in_foreground(agent.os(), *bundle_id))
        now = app_state::foreground;
    else if (agent.os().runs(*bundle_id))
        now = app_state::background;
    return success(static_cast<int>(now));
}

bool asks_siri(std::string_view ios)
{
    int major = 0;
    int minor = 0;
    const char* const end = ios.data() + ios.size();
    const auto [dot, error] = std::from_chars(ios.data(), end, major);
    if (error == std::errc() && dot != end)
        std::from_chars(dot + 1, end, minor);
    return std::pair(major, minor) < std::pair(16, 4);
}

awaitable<answer> active_app(automation& agent, const request& asked)
{
    co_await agent.find_active_application();
    const auto app =
        application_of(agent.os(), agent.active_application(asked.session.has_value()));
    const json arguments{{"args", json::array()}, {"env", json::object()}};
    co_return success({{"pid", app.pid},
                       {"bundleId", app.bundle_id},
                       {"name", app.name},
                       {"processArguments", arguments}});
}

answer active_apps(automation& agent, const request&)
{
    const auto app = application_in_front(agent.os());
    return success(json::array({json{{"pid", app.pid}, {"bundleId", app.bundle_id}}}));
}

/// From iOS 16.4 on at once; before that Siri is asked to, who takes her time.
awaitable<answer> open_url(automation& agent, const request& asked)
{
    constexpr milliseconds siri_time{3000};
    const auto url = text_argument(asked.body, "url");
    if (!url)
        co_return failure(url.error());
    if (asks_siri(agent.os().ios().version))
        co_await agent.sleep(siri_time);
    if (!agent.os().open_url(*url, agent.present())) {
        co_return failure(errors::unknown_error,
                          printed_error("NSOSStatusErrorDomain", -10814,
                                        "The address cannot be opened by any app"));
    }
    co_return success();
}

} // namespace

std::span<const route> app_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/wda/apps/launch", required, launch},
        route{verb::post, "/wda/apps/launchunattached", forbidden, launch},
        route{verb::post, "/wda/apps/activate", required, activate},
        route{verb::post, "/wda/apps/terminate", required, terminate},
        route{verb::post, "/wda/apps/state", required, state},
        route{verb::get, "/wda/apps/list", required, active_apps},
        route{verb::get, "/wda/activeappinfo", either, active_app},
        route{verb::post, "/url", required, open_url},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
