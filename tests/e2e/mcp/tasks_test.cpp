// Whole tasks that an agent reaches by the tools alone; what the phone then is says whether it has.
#include "tests/e2e/mcp/mcp_agent.hpp"

#include <algorithm>
#include <iostream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto clock_of_phone = "com.apple.mobiletimer";
constexpr auto messages_of_phone = "com.apple.MobileSMS";

struct agent_with_phone {
    explicit agent_with_phone(std::string task, const environment& variables = {})
        : phone("iPhone SE 2,ios=18.5", "0", {}, variables), task_(std::move(task))
    {
    }
    agent_with_phone(const agent_with_phone&) = delete;
    agent_with_phone& operator=(const agent_with_phone&) = delete;

    driven_phone phone;
    mcp_agent agent{phone};

    /// Prints what it has cost, and holds it against a full tree and a picture after each act.
    void check_cost() const
    {
        const auto& spent = agent.spent();
        std::cout << "MCP task: " << task_ << ": " << spent.by_tools
                  << " tokens; full trees: " << spent.by_trees << '\n';
        CHECK(spent.by_tools * 3 <= spent.by_trees);
    }

private:
    std::string task_;
};

} // namespace

TEST_CASE("an agent sets an alarm by MCP", "[e2e][mcp]")
{
    agent_with_phone on("an alarm");
    on.agent.open("Clock").tap("Alarms").tap("Add").tap("07 h").bring("30 min").tap("30 min");
    on.agent.tap("Save");
    const auto alarms = on.phone.state_of(clock_of_phone).at("alarms");
    CHECK(std::ranges::count(alarms, json{{"time", "07:30"}, {"on", true}}) == 1);
    on.check_cost();
}

TEST_CASE("an agent writes a note with an umlaut and sends it by MCP", "[e2e][mcp]")
{
    agent_with_phone on("a note, sent");
    const std::string words = "Fäden kommen am Montag";
    on.agent.open("Notes").tap("Note");
    CHECK(on.agent.call("type", {{"text", words}}).at("verified") == true);
    on.agent.open("Messages").tap("Grace Thread").tap("Message field").type(words).tap("Send");
    CHECK(on.phone.state_of(app::notes).at("text") == words);
    CHECK(on.phone.state_of(messages_of_phone).at("sent") ==
          json::array({{{"to", "Grace Thread"}, {"text", words}}}));
    on.check_cost();
}

TEST_CASE("an agent finds a setting five screens deep by MCP", "[e2e][mcp]")
{
    agent_with_phone on("a setting");
    on.agent.open("Settings").bring("Accessibility").tap("Accessibility").tap("Touch");
    on.agent.tap("Call Audio Routing").tap("Auto-Answer Calls").tap("Auto-Answer Calls switch");
    CHECK(std::ranges::count(on.phone.state_of(app::settings).at("on"), "Auto-Answer Calls") == 1);
    on.check_cost();
}

TEST_CASE("an agent zooms a map by MCP", "[e2e][mcp]")
{
    agent_with_phone on("a map");
    const auto before = on.phone.state_of(app::maps).at("zoom").get<double>();
    on.agent.call("open_app", {{"app_name", "Maps"}, {"picture", false}});
    for (int times = 0; times < 2; ++times)
        on.agent.call("pinch", {{"action", "pinch_out"},
                                {"x", on.phone.width() / 2},
                                {"y", on.phone.height() / 2},
                                {"picture", false},
                                {"frame_id", on.agent.frame_id()}});
    CHECK(on.phone.state_of(app::maps).at("zoom").get<double>() > 2 * before);
    on.check_cost();
}

TEST_CASE("an agent answers an alert by MCP", "[e2e][mcp]")
{
    agent_with_phone on("an alert");
    on.phone.phone().make(
        "alert", {{"title", "Keep the plan?"}, {"text", ""}, {"buttons", {"Throw away", "Keep"}}});
    on.agent.tap("Keep");
    const auto alerts = on.phone.phone().events_of("alert");
    REQUIRE(!alerts.empty());
    CHECK(alerts.back().at("button") == "Keep");
    on.check_cost();
}

TEST_CASE("an agent copies a text from one app to another by MCP", "[e2e][mcp]")
{
    agent_with_phone on("a copied text");
    on.agent.open("Notes").tap("Note").type("buttons");
    const auto field = on.agent.call("find", {{"selector", "Note"}}).at("element");
    constexpr int inside = 60; // pixels: the margin and half a word
    on.agent.call("tap", {{"x", field.at("x").get<int>() + inside},
                          {"y", field.at("y").get<int>() + inside},
                          {"times", 2},
                          {"frame_id", on.agent.frame_id()}});
    on.agent.tap("Copy").open("Messages").tap("Workshop").tap("Message field");
    on.agent.call("long_press", {{"selector", "Message field"}});
    on.agent.tap("Paste").tap("Send");
    CHECK(on.phone.state_of(messages_of_phone).at("sent") ==
          json::array({{{"to", "Workshop"}, {"text", "buttons"}}}));
    on.check_cost();
}

TEST_CASE("an agent asks its user by MCP and goes on with the answer", "[e2e][mcp]")
{
    agent_with_phone on("a question to the user", {{"THIMBLE_AGENT_CONFIRM", "open_app"}});
    CHECK(on.agent.attempt("open_app", {{"app_name", "Clock"}}).at("isError") == true);
    CHECK(on.phone.front_app() == app::home_screen);
    const auto [question, result] = on.agent.attempt_asking("open_app", {{"app_name", "Clock"}});
    CHECK(question.contains(clock_of_phone));
    CHECK(result.at("isError") == false);
    CHECK(on.phone.front_app() == clock_of_phone);
    on.agent.tap("Alarms").tap("06:45");
    CHECK(on.phone.state_of(clock_of_phone).at("alarms").at(0).at("on") == true);
    on.check_cost();
}

TEST_CASE("an agent finds a text far down a list by MCP", "[e2e][mcp]")
{
    agent_with_phone on("a text far down a list");
    on.agent.open("Settings").bring_and_look("Podcasts").tap("Podcasts");
    CHECK(on.phone.state_of(app::settings).at("page") == "Podcasts");
    on.check_cost();
}

TEST_CASE("an agent fills in a form by MCP", "[e2e][mcp]")
{
    agent_with_phone on("a form");
    on.agent.open("Clock").tap("Alarms").tap("Add");
    on.agent.call("batch", {{"steps",
                             {{{"action", "tap/select"}, {"selector", "05 h"}},
                              {{"action", "tap/select"}, {"selector", "09 h"}}}}});
    on.agent.bring("15 min").tap("15 min").tap("Save").tap("09:15");
    const auto alarms = on.phone.state_of(clock_of_phone).at("alarms");
    CHECK(std::ranges::count(alarms, json{{"time", "09:15"}, {"on", false}}) == 1);
    on.check_cost();
}

TEST_CASE("an agent is told that a phone was locked midway, and unlocks it by MCP", "[e2e][mcp]")
{
    agent_with_phone on("a phone that locks midway");
    on.agent.open("Notes").tap("Note");
    on.agent.call("press_button", {{"button", "lock"}});
    const auto refused = on.agent.attempt("type", {{"text", "in the dark"}});
    CHECK(refused.at("isError") == true);
    on.agent.call("press_button", {{"button", "unlock"}});
    on.agent.open("Notes").tap("Note").type("in the light");
    CHECK(on.phone.state_of(app::notes).at("text") == "in the light");
    on.check_cost();
}

} // namespace thimble::e2e
