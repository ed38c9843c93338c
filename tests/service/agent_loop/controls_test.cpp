// Requests to a session at any time, whatever its agent is doing.
#include "tests/e2e/eventually.hpp"
#include "tests/service/agent_loop/agents_at_work.hpp"

#include <future>

namespace thimble::service::test {

using sessions::control;
using sessions::event_type;
using sessions::status;
using namespace std::chrono_literals;
using texts = std::vector<std::string>;

namespace {

std::size_t started(const agents_at_work& in)
{
    return in.desktop->seen.started_jobs.size();
}

bool was_cancelled(const agents_at_work& in)
{
    const auto& seen = in.desktop->seen;
    return !seen.cancelled_jobs.empty() && seen.cancelled_jobs.back() == seen.started_jobs.back();
}

/// The phone does not come to an end of what comes after its first picture.
void hang_after_first_look(agents_at_work& in)
{
    in.instead = [&in](const link::command& what) {
        if (std::holds_alternative<link::screenshot>(what.what))
            in.desktop->hold();
        return link::result();
    };
}

} // namespace

TEST_CASE("stop takes effect at once while the model thinks", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.apply(id, control::stop));
    CHECK(agents.facts_of(id).now == status::killed);
    REQUIRE(agents.until([&] { return agents.sessions().live_sessions() == 0; }, 1s));
    CHECK(agents.acts().empty());
    CHECK(agents.apply(id, control::stop).error().code == "SESSION_ENDED");
}

TEST_CASE("stop takes effect at once while the phone hangs, and lets go of it", "[runs]")
{
    agents_at_work agents({.script = short_task(), .granted = short_limits()});
    agents.desktop->obeys_cancel = GENERATE(true, false);
    hang_after_first_look(agents);
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.acts() == texts{"tap"} && started(agents) == 2; }));
    REQUIRE(agents.apply(id, control::stop));
    CHECK(agents.until([&] { return was_cancelled(agents); }, 1s));
    REQUIRE(agents.until([&] { return agents.sessions().live_sessions() == 0; }, 1s));
    CHECK(agents.facts_of(id).now == status::killed);
}

TEST_CASE("the agents of an account that is gone are stopped", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    const auto account = agents.facts_of(id).account_id;
    agents.sessions().stop_where([&](const std::string& each) { return each != account; });
    CHECK(agents.facts_of(id).now == status::running);
    agents.sessions().stop_where([&](const std::string& each) { return each == account; });
    CHECK(agents.facts_of(id).now == status::killed);
}

TEST_CASE("a new session may begin as soon as the one before has been stopped", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto first = agents.begin();
    const auto refused = agents.try_to_begin({.instruction = "Another"});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "TASK_ALREADY_RUNNING");
    CHECK(refused.error().context.at("session_id") == first);
    REQUIRE(agents.apply(first, control::stop));
    CHECK(agents.try_to_begin({.instruction = "Another"}));
}

TEST_CASE("interrupt cancels the act and asks, and the answer is heard at the next turn", "[runs]")
{
    agents_at_work agents({.script = short_task(), .granted = short_limits()});
    hang_after_first_look(agents);
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return started(agents) == 2; }));
    REQUIRE(agents.apply(id, control::interrupt));
    REQUIRE(agents.until([&] { return agents.facts_of(id).waiting_for.has_value(); }, 1s));
    CHECK(was_cancelled(agents));
    CHECK(agents.facts_of(id).now == status::waiting_for_user);
    agents.instead = nullptr;
    agents.desktop->release();
    REQUIRE(agents.tell(id, "Use the other clock."));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.model_was_told("The user says: Use the other clock."));
    CHECK(agents.model_was_told("CANCELLED")); // and never that nothing was done
}

TEST_CASE("interrupt takes effect while the model thinks", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.apply(id, control::interrupt));
    CHECK(agents.facts_of(id).now == status::waiting_for_user);
    REQUIRE(agents.until([&] { return agents.facts_of(id).waiting_for.has_value(); }, 1s));
    CHECK(agents.texts_of(id, event_type::question).size() == 1);
}

TEST_CASE("a pause lets the act end and holds the next step", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({tap(), tap()}), turn({claim()})}), .granted = short_limits()});
    hang_after_first_look(agents);
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return started(agents) == 2; }));
    REQUIRE(agents.apply(id, control::pause));
    agents.instead = nullptr;
    agents.desktop->release();
    REQUIRE(agents.until([&] { return agents.texts_of(id, event_type::tool_result).size() == 1; }));
    CHECK(agents.desktop->seen.cancelled_jobs.empty());
    CHECK_FALSE(agents.until([&] { return agents.acts().size() > 1; }, 100ms));
    CHECK(agents.facts_of(id).now == status::paused);
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts() == texts{"tap", "tap"});
}

TEST_CASE("nobody is asked in a pause", "[runs]")
{
    auto granted = short_limits();
    granted.runs.phone_absence = 1min;
    agents_at_work agents({.script = short_task(), .granted = granted});
    agents.detach(); // so that the agent is about to look
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::running));
    REQUIRE(agents.apply(id, control::pause));
    agents.attach();
    CHECK_FALSE(agents.until([&] { return agents.model_was_asked() > 0; }, 200ms));
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("the time of a session counts in pauses too", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto time = 2s * e2e::slowdown(); // it is paused before that is over
    const auto made = agents.try_to_begin({.instruction = "Hurry", .timeout = time});
    REQUIRE(made);
    REQUIRE(agents.until(made->id, status::running));
    REQUIRE(agents.apply(made->id, control::pause));
    REQUIRE(agents.until_ended(made->id));
    CHECK(agents.facts_of(made->id).error ==
          "TIMEOUT: The task was not done within " + std::to_string(time.count()) + " seconds.");
}

TEST_CASE("the agent asks, and goes on with the answer", "[runs]")
{
    agents_at_work agents(
        {.script = script(
             {turn({use("ask_user", R"({"question": "Which alarm?"})")}), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    CHECK(agents.facts_of(id).waiting_for == "Which alarm?");
    REQUIRE(agents.tell(id, "The one at seven."));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.model_was_told("The user answers: The one at seven."));
}

TEST_CASE("what others do on the phone is among the events, and what they look at is not", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    for (const link::action& what : {link::action(link::home{}), link::action(link::screenshot{})})
        REQUIRE(agents.wait_for(agents.sender().submit({.phone = agents.phone(),
                                                        .via = agents.desktop,
                                                        .what = what,
                                                        .space = {},
                                                        .when_done = {}})));
    REQUIRE(
        agents.until([&] { return !agents.texts_of(id, event_type::action, "action").empty(); }));
    CHECK(agents.texts_of(id, event_type::action, "action") == texts{"home"});
}

TEST_CASE("the end of the service lets go of the phone", "[runs]")
{
    agents_at_work agents({.script = short_task(), .granted = short_limits()});
    hang_after_first_look(agents);
    agents.begin();
    REQUIRE(agents.until([&] { return started(agents) == 2; }));
    agents.close();
    CHECK(was_cancelled(agents));
}

TEST_CASE("stop takes effect while the act is being written down, before it is sent", "[runs]")
{
    const auto what = GENERATE(control::stop, control::interrupt);
    agents_at_work agents({.script = script({turn({tap()}, R"("delay_ms": 200)"), turn({claim()})}),
                           .granted = short_limits()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    auto gate = std::make_shared<std::promise<void>>();
    agents.store().write_behind(
        [opened = gate->get_future().share()](store::transaction&) { opened.wait(); });
    REQUIRE(agents.until([&] { return agents.sender().under_way() == 1; })); // the tap's job
    agents.begin_to_apply(id, what, [gate] { gate->set_value(); });
    REQUIRE(agents.until([&] { return agents.sender().under_way() == 0; }));
    CHECK(agents.acts().empty());
    if (what == control::interrupt) {
        REQUIRE(agents.until(id, status::waiting_for_user));
        REQUIRE(agents.tell(id, "Go on."));
    }
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
}

TEST_CASE("what the user says while the agent says that it is done is heard", "[runs]")
{
    agents_at_work agents({.script = script({turn({claim()}, R"("delay_ms": 200)"), turn({tap()}),
                                             turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.tell(id, "Delete the old alarm, too."));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts() == texts{"tap"});
    CHECK(agents.model_was_told("The user says: Delete the old alarm, too."));
}

TEST_CASE("a model that is paused while it thinks is not taken for one without sense", "[runs]")
{
    constexpr std::size_t pauses = 6;
    agents_at_work agents(
        {.script = script({turn({tap()}, R"("text": "Hm.", "delay_ms": 100)")}, {"NO: x"}, true)});
    const auto id = agents.begin();
    for (std::size_t round = 1; round <= pauses; ++round) {
        REQUIRE(agents.until([&] { return agents.model_was_asked() == round; }));
        REQUIRE(agents.apply(id, control::pause));
        REQUIRE(
            agents.until([&] { return agents.texts_of(id, event_type::text).size() == round; }));
        REQUIRE(agents.apply(id, control::resume));
    }
    REQUIRE(agents.until([&] { return !agents.acts().empty(); }));
    REQUIRE(agents.apply(id, control::stop));
    CHECK(agents.facts_of(id).now == status::killed);
}

} // namespace thimble::service::test
