// Whole tasks that agents reach on a phone; what the phone then is says whether they have.
#include "tests/e2e/sessions/agent_phone.hpp"

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto clock_app = "com.apple.mobiletimer";
constexpr auto messages_app = "com.apple.MobileSMS";

wire any_wire()
{
    return GENERATE(wire::anthropic, wire::openai);
}

/// Completed, with what the agent said last, and one screenshot or more for each turn.
void check_reached(const session_client& session, const std::string& result)
{
    INFO(session.told());
    const auto record = session.record();
    CHECK(record.at("status") == "completed");
    CHECK(record.at("result") == result);
    CHECK(record.at("error").is_null());
    CHECK(session.events_of("verdict").size() == 1);
    CHECK(session.events_of("screenshot").size() >= record.at("num_turns").get<std::size_t>());
    CHECK(session.events().back().at("type") == "status");
}

} // namespace

TEST_CASE("an agent sets an alarm", "[e2e][sessions]")
{
    agent_phone on({.spoken = any_wire()});
    auto task = on.rehearse();
    task.open("Clock").tap("Alarms").tap("Add").tap("07 h").bring("30 min").tap("30 min");
    const auto session = on.run({.turns = task.tap("Save").to_the_end("The alarm is set.")},
                                "Set an alarm for 7:30");
    check_reached(session, "The alarm is set.");
    const auto alarms = on.state_of(clock_app).at("alarms");
    CHECK(std::ranges::count(alarms, json{{"time", "07:30"}, {"on", true}}) == 1);
}

TEST_CASE("an agent writes a note and sends it", "[e2e][sessions]")
{
    agent_phone on({.spoken = any_wire()});
    const std::string words = "Thread arrives on Monday";
    auto task = on.rehearse();
    task.open("Notes").tap("Note", "TextView").type(words);
    task.open("Messages").tap("Grace Thread").tap("Message", "TextView").type(words);
    const auto session = on.run({.turns = task.tap("Send").to_the_end("Sent to Grace.")},
                                "Note that thread arrives on Monday, and tell Grace.");
    check_reached(session, "Sent to Grace.");
    CHECK(on.state_of(app::notes).at("text") == words);
    CHECK(on.state_of(messages_app).at("sent") ==
          json::array({{{"to", "Grace Thread"}, {"text", words}}}));
}

TEST_CASE("an agent finds a setting five screens deep", "[e2e][sessions]")
{
    agent_phone on;
    auto task = on.rehearse();
    task.open("Settings").bring("Accessibility").tap("Accessibility").tap("Touch");
    task.tap("Call Audio Routing").tap("Auto-Answer Calls").tap("Auto-Answer Calls", "Switch");
    const auto session = on.run({.turns = task.to_the_end("Calls are answered by themselves.")},
                                "Answer calls automatically");
    check_reached(session, "Calls are answered by themselves.");
    const auto switches = on.state_of(app::settings).at("on");
    CHECK(std::ranges::count(switches, "Auto-Answer Calls") == 1);
}

TEST_CASE("an agent zooms a map", "[e2e][sessions]")
{
    agent_phone on({.spoken = wire::openai});
    auto task = on.rehearse();
    const auto before = on.state_of(app::maps).at("zoom").get<double>();
    const auto session = on.run(
        {.turns = task.open("Maps").zoom_in().zoom_in().to_the_end("It is near.")}, "Zoom in");
    check_reached(session, "It is near.");
    CHECK(on.state_of(app::maps).at("zoom").get<double>() > 2 * before);
    CHECK(on.state_of(app::maps).at("zoom") ==
          on.twin().facts().at("apps").at(app::maps).at("zoom"));
}

TEST_CASE("an agent answers an alert", "[e2e][sessions]")
{
    agent_phone on;
    const json question{
        {"title", "Keep the plan?"}, {"text", ""}, {"buttons", {"Throw away", "Keep"}}};
    on.twin().make("alert", question);
    on.phone().make("alert", question);
    auto task = on.rehearse();
    const auto session = on.run({.turns = task.tap("Keep").to_the_end("It is kept.")},
                                "Keep the plan when you are asked");
    check_reached(session, "It is kept.");
    const auto alerts = on.phone().events_of("alert");
    REQUIRE(!alerts.empty());
    CHECK(alerts.back().at("what") == "answered");
    CHECK(alerts.back().at("button") == "Keep");
}

TEST_CASE("an agent copies a text from one app to another", "[e2e][sessions]")
{
    agent_phone on;
    auto task = on.rehearse();
    task.open("Notes").tap("Note", "TextView").type("buttons");
    const auto field = task.element("Note", "TextView");
    constexpr int inside = 60; // pixels: the margin and half a word
    task.double_tap(
        {.x = field.at("x").get<int>() + inside, .y = field.at("y").get<int>() + inside});
    task.tap("Copy").open("Messages").tap("Workshop").tap("Message", "TextView");
    task.long_press("Message").tap("Paste");
    const auto session = on.run({.turns = task.tap("Send").to_the_end("Copied and sent.")},
                                "Write what the shared_agent_state shall buy, and send a copy");
    check_reached(session, "Copied and sent.");
    CHECK(on.state_of(messages_app).at("sent") ==
          json::array({{{"to", "Workshop"}, {"text", "buttons"}}}));
}

TEST_CASE("an agent asks its user and goes on with the answer", "[e2e][sessions]")
{
    agent_phone on;
    const auto* const question = "For which time?";
    auto task = on.rehearse();
    task.note("ask_user", {{"question", question}});
    task.open("Clock").tap("Alarms").tap("06:45");
    auto session = on.begin({.turns = task.to_the_end("It is on.")}, "Switch an alarm on");
    REQUIRE(session.until("waiting_for_user", session_limit));
    CHECK(session.record().at("waiting_for") == question);
    CHECK(session.events_of("question").size() == 1);
    CHECK(on.state_of(clock_app).at("alarms").at(0).at("on") == false);

    CHECK(session.say("A quarter to seven").status == 204);
    REQUIRE(session.until_ended(session_limit));
    check_reached(session, "It is on.");
    CHECK(session.record().at("waiting_for").is_null());
    CHECK(session.events_of("message").at(0).at("data").dump().contains("A quarter to seven"));
    CHECK(on.state_of(clock_app).at("alarms").at(0).at("on") == true);
    CHECK(on.model().requests().at(1).at("body").dump().contains("A quarter to seven"));
}

} // namespace thimble::e2e
