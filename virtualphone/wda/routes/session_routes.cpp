// Status, sessions and their settings.
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/protocol/capabilities.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <chrono>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;
using nlohmann::json;

/// A constant, unless WDA_PRODUCT_BUNDLE_IDENTIFIER is set in the runner's environment: it says
/// nothing about the identifier the runner was signed as.
constexpr std::string_view product_bundle = "com.facebook.WebDriverAgentRunner";

std::string_view idiom_name(automation& agent)
{
    return agent.os().hardware().kind == idiom::pad ? "ipad" : "iphone";
}

json session_facts(automation& agent, const std::string& id)
{
    return {{"sessionId", id},
            {"capabilities",
             {{"device", idiom_name(agent)}, {"sdkVersion", agent.os().ios().version}}}};
}

answer status(automation& agent, const request&)
{
    const auto version = agent.os().ios().version;
    return success({
        {"ready", true},
        {"message", "WebDriverAgent is ready to accept commands"},
        {"state", "success"},
        {"os",
         {{"name", "iOS"},
          {"version", version},
          {"sdkVersion", version},
          {"testmanagerdVersion", 65535}}},
        {"ios", {{"ip", nullptr}}},
        {"build",
         {{"time", "Jan 12 2026 10:00:00"},
          {"productBundleIdentifier", product_bundle},
          {"version", agent.device().agent.version}}},
        {"device", idiom_name(agent)},
    });
}

answer health(automation&, const request&)
{
    answer result;
    result.plain =
        page{"text/html;charset=UTF-8", "<!DOCTYPE html><html><title>Health Check</title>"
                                        "<body><p>I-AM-ALIVE</p></body></html>"};
    return result;
}

boost::asio::awaitable<bool> start_app(automation& agent, const capabilities& wanted)
{
    if (!agent.launch(*wanted.bundle_id))
        co_return false;
    if (wanted.terminates_app)
        agent.set_app_under_test(*wanted.bundle_id);
    co_await agent.wait_until_still(agent.options().wait_for_idle_timeout());
    co_return true;
}

/// In real time: it is the waiting of a process for another.
boost::asio::awaitable<void> stall_while_locked(automation& agent)
{
    constexpr milliseconds usual{20'000};
    const auto fault =
        agent.os().locked() ? agent.device().faults.take("wda.locked_session") : std::nullopt;
    if (!fault)
        co_return;
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
    timer.expires_after(std::chrono::ceil<std::chrono::milliseconds>(
        fault->length > milliseconds(0) ? fault->length : usual));
    co_await timer.async_wait(boost::asio::use_awaitable);
}

boost::asio::awaitable<answer> create_session(automation& agent, const request& asked)
{
    co_await stall_while_locked(agent);
    const auto wanted = read_capabilities(asked.body);
    if (!wanted)
        co_return failure(wanted.error());
    const std::string id = agent.begin_session(); // which may be deleted while its app starts
    if (const auto refused = agent.options().apply(wanted->settings)) {
        agent.end_session();
        co_return failure(errors::session_not_created, refused->message);
    }
    if (wanted->bundle_id && !co_await start_app(agent, *wanted)) {
        agent.end_session();
        co_return failure(errors::session_not_created,
                          "The application '" + *wanted->bundle_id + "' did not launch");
    }
    if (wanted->initial_url)
        agent.os().open_url(*wanted->initial_url, agent.present());
    co_return success(session_facts(agent, id));
}

answer describe_session(automation& agent, const request& asked)
{
    return success(session_facts(agent, *asked.session));
}

answer delete_session(automation& agent, const request&)
{
    agent.end_session();
    return success();
}

answer read_settings(automation& agent, const request&)
{
    return success(agent.options().all());
}

answer change_settings(automation& agent, const request& asked)
{
    // Without the "settings" around them they are ignored in silence, as the real one does.
    const auto values = asked.body.find("settings");
    if (values != asked.body.end() && values->is_object()) {
        if (const auto refused = agent.options().apply(*values))
            return failure(*refused);
    }
    return success(agent.options().all());
}

answer accept_timeouts(automation&, const request&)
{
    return success();
}

/// Not a harmless question: it presses Home.
answer check_health(automation& agent, const request&)
{
    constexpr milliseconds pressed{50};
    agent.os().press(hardware_button::home, pressed, agent.present());
    return success();
}

answer shut_down(automation&, const request&)
{
    answer result;
    result.plain = page{"text/plain;charset=UTF-8", "Shutting down"};
    result.ends_the_runner = true;
    return result;
}

} // namespace

std::span<const route> session_routes()
{
    using enum session_form;
    static constexpr bool beside_the_queue = true;
    static constexpr std::array table{
        route{verb::get, "/status", forbidden, status, beside_the_queue},
        route{verb::get, "/health", forbidden, health},
        route{verb::get, "/wda/healthcheck", forbidden, check_health},
        route{verb::get, "/wda/shutdown", forbidden, shut_down},
        route{verb::post, "/session", forbidden, create_session},
        route{verb::get, "", required, describe_session},
        route{verb::delete_, "", required, delete_session, beside_the_queue},
        route{verb::get, "/appium/settings", required, read_settings},
        route{verb::post, "/appium/settings", required, change_settings},
        route{verb::post, "/timeouts", required, accept_timeouts},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
