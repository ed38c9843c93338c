// Applications: starting, ending and asking about them.
#include "virtualphone/wda/arguments.hpp"
#include "virtualphone/wda/front_application.hpp"
#include "virtualphone/wda/route.hpp"

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

answer launch_refused(automation& agent, const std::string& bundle_id)
{
    if (agent.os().locked()) {
        return failure(errors::unknown_error,
                       printed_error("FBSOpenApplicationErrorDomain", 7,
                                     "Unable to launch " + bundle_id +
                                         " because the device was not, or could not be, unlocked"));
    }
    return failure(errors::invalid_argument,
                   "The application '" + bundle_id + "' is not installed");
}

awaitable<answer> open_app(automation& agent, const request& asked, milliseconds settling)
{
    constexpr milliseconds to_the_front{300};
    const auto bundle_id = text_argument(asked.body, "bundleId");
    if (!bundle_id)
        co_return failure(bundle_id.error());
    const milliseconds now = agent.present();
    if (*bundle_id == springboard)
        agent.os().go_home(now);
    else if (!agent.os().launch(*bundle_id, now))
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
    if (agent.os().front_app() == *bundle_id)
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

awaitable<answer> active_app(automation& agent, const request&)
{
    co_await agent.find_active_application();
    const auto app = application_in_front(agent.os());
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
