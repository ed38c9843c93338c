// Ends of sessions that do not reach their goal, and the check of a claim of success.
#include "tests/e2e/sessions/agent_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// Goes to and fro, so that it is never stuck.
std::vector<json> busy_for(int turns)
{
    std::vector<json> out;
    for (int turn = 0; turn < turns; ++turn)
        out.push_back(turn_of("wait", {{"duration_ms", 100 + turn}}));
    return out;
}

void check_failed(const session_client& session, const std::string& code)
{
    INFO(session.told());
    CHECK(session.status() == "failed");
    CHECK(session.error_code() == code);
    CHECK(session.record().at("completed_at").is_string());
    CHECK(session.events().back().at("data").at("status") == "failed");
}

} // namespace

TEST_CASE("a session ends with its turns", "[e2e][sessions]")
{
    agent_phone on;
    const auto session = on.run({.turns = busy_for(20)}, "Wait", {{"max_turns", 3}});
    check_failed(session, "BUDGET_EXCEEDED");
    CHECK(session.record().at("num_turns") == 3);
    CHECK(on.model().requests().size() == 3);
}

TEST_CASE("a session ends with its money", "[e2e][sessions]")
{
    agent_phone on({.spoken = wire::openai});
    const auto session = on.run({.turns = busy_for(20)}, "Wait", {{"max_cost_usd", 0.035}});
    check_failed(session, "BUDGET_EXCEEDED");
    CHECK(session.record().at("cost_usd") == 0.04); // the turn that went beyond it
    CHECK(on.model().requests().size() == 4);
}

TEST_CASE("a session ends with its time, whatever the model does", "[e2e][sessions]")
{
    agent_phone on;
    auto slow = turn_of("wait");
    slow["delay_ms"] = 60'000;
    std::optional<session_client> session;
    std::chrono::milliseconds after_beginning{0}; // without the start of the model
    const auto took = time_of([&] {
        session = on.begin({.turns = {slow}}, "Wait", {{"timeout_s", 2}});
        after_beginning = time_of([&] { REQUIRE(session->until_ended(session_limit)); });
    });
    check_failed(*session, "TIMEOUT");
    CHECK(took > 1900ms);
    CHECK(after_beginning < 4s * slowdown());
}

TEST_CASE("an agent that does the same again and again is told once, and then stuck",
          "[e2e][sessions]")
{
    agent_phone on;
    const auto same = turn_of("tap", {{"x", 8}, {"y", 700}});
    const auto session = on.run({.turns = {same}, .for_ever = true});
    check_failed(session, "STUCK");
    CHECK(session.record().at("num_turns").get<int>() <= 6);
    CHECK(on.model().requests().back().at("body").dump().contains("Try another way"));
}

TEST_CASE("a claim of success that is refused once can still be reached", "[e2e][sessions]")
{
    agent_phone on;
    auto task = on.rehearse();
    auto turns = task.open("Notes").turns();
    turns.insert(turns.begin(), claim("Notes is open."));
    turns.push_back(claim("Notes is open now."));
    const auto session =
        on.run({.turns = turns, .verdicts = {refuses("This is the home screen."), agrees()}},
               "Open Notes");
    INFO(session.told());
    CHECK(session.status() == "completed");
    CHECK(session.record().at("result") == "Notes is open now.");
    CHECK(session.events_of("verdict").size() == 2);
    CHECK(on.phone().facts().at("front_app") == app::notes);
    CHECK(on.model().requests().back().at("body").dump().contains("Notes is open now."));
}

TEST_CASE("a claim of success that is refused twice is not believed", "[e2e][sessions]")
{
    agent_phone on({.spoken = wire::openai});
    const auto session = on.run({.turns = {claim("Done."), claim("Really."), claim("Surely.")},
                                 .verdicts = {refuses("Nothing has been done.")}},
                                "Open Notes");
    check_failed(session, "UNVERIFIED");
    CHECK(session.events_of("verdict").size() == 2);
    CHECK(on.phone().facts().at("front_app") == app::home_screen);
}

TEST_CASE("an agent that gives up has not reached the goal", "[e2e][sessions]")
{
    agent_phone on;
    const auto session = on.run({.turns = {give_up("There is no such app.")}}, "Open Chess");
    INFO(session.told());
    CHECK(session.status() == "failed");
    CHECK(session.told().contains("There is no such app."));
    CHECK(session.events_of("verdict").empty());
}

} // namespace thimble::e2e
