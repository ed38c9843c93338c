// Every control in every state, and how soon a session stops.
#include "tests/e2e/sessions/agent_phone.hpp"

#include <csignal>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// A turn after which the model thinks for longer than any test takes.
json silent()
{
    auto out = turn_of("wait");
    out["delay_ms"] = 120'000;
    return out;
}

const json which_one = turn_of("ask_user", {{"question", "Which one?"}});

/// A session of the phone in a state that stays.
session_client in_state(agent_phone& on, const std::string& state)
{
    if (state == "ended") {
        auto out = on.begin({.turns = {silent()}});
        CHECK(out.control("stop").status == 204);
        REQUIRE(out.until_ended(soon));
        return out;
    }
    auto out = on.begin({.turns = {state == "waiting_for_user" ? which_one : silent(), silent()}});
    REQUIRE(out.until(state == "paused" ? "running" : state, soon));
    if (state == "paused")
        CHECK(out.control("pause").status == 204);
    REQUIRE(out.until(state, soon));
    return out;
}

struct row {
    std::string state;
    std::string control;
    std::string becomes; // empty: SESSION_ENDED
};

http_answer give(const session_client& session, const std::string& control)
{
    return control == "message" ? session.say("The first one") : session.control(control);
}

void check(agent_phone& on, const row& tried)
{
    INFO(tried.control << " while " << tried.state);
    const auto session = in_state(on, tried.state);
    const auto answer = give(session, tried.control);
    INFO(answer.body);
    if (tried.becomes.empty()) {
        CHECK(answer.status == 409);
        CHECK(answer.json().at("error") == "SESSION_ENDED");
        CHECK(session.status() == "killed");
        return;
    }
    CHECK(answer.status == 204);
    CHECK(session.status() == tried.becomes);
    session.control("stop");
    CHECK(session.until("killed", soon));
}

const std::vector<row> all_rows{{"running", "pause", "paused"},
                                {"running", "resume", "running"},
                                {"running", "message", "running"},
                                {"running", "interrupt", "waiting_for_user"},
                                {"running", "stop", "killed"},
                                {"paused", "pause", "paused"},
                                {"paused", "resume", "running"},
                                {"paused", "message", "paused"},
                                {"paused", "interrupt", "paused"},
                                {"paused", "stop", "killed"},
                                {"waiting_for_user", "pause", "paused"},
                                {"waiting_for_user", "resume", "waiting_for_user"},
                                {"waiting_for_user", "message", "running"},
                                {"waiting_for_user", "interrupt", "waiting_for_user"},
                                {"waiting_for_user", "stop", "killed"},
                                {"ended", "pause", ""},
                                {"ended", "resume", ""},
                                {"ended", "message", ""},
                                {"ended", "interrupt", ""},
                                {"ended", "stop", ""}};

} // namespace

TEST_CASE("every control moves a session as the contract says", "[e2e][sessions][linked]")
{
    agent_phone on;
    for (const auto& each : all_rows)
        check(on, each);
}

TEST_CASE("a session stops within a second while the model is silent", "[e2e][sessions]")
{
    agent_phone on;
    const auto session = on.begin({.turns = {silent()}});
    REQUIRE(eventually(soon, [&] { return !on.model().requests().empty(); }));
    const auto took = time_of([&] {
        CHECK(session.control("stop").status == 204);
        CHECK(session.until("killed", soon));
    });
    CHECK(took < 1s * slowdown());
    CHECK(session.record().at("completed_at").is_string());
    CHECK(on.phone().fingers_down().empty());
}

/// A phone plays a gesture to its end, where the fingers go up.
TEST_CASE("a session stops within a second in the middle of a touch, and no finger stays down",
          "[e2e][sessions]")
{
    agent_phone on({.device_time = "1"});
    const auto session =
        on.begin({.turns = {turn_of("long_press", {{"x", 300}, {"y", 600}, {"duration_ms", 4000}}),
                            silent()}});
    REQUIRE(eventually(soon, [&] { return on.finger_is_down(); }));
    const auto took = time_of([&] {
        CHECK(session.control("stop").status == 204);
        CHECK(session.until("killed", soon));
    });
    CHECK(took < 1s * slowdown());
    CHECK(eventually(soon, [&] { return !on.finger_is_down(); }));
    CHECK(on.phone().fingers_down().size() == 1);
}

TEST_CASE("a session stops within a second while nothing comes from the phone", "[e2e][sessions]")
{
    agent_phone on;
    const auto tap = turn_of("tap", {{"x", 300}, {"y", 600}});
    const auto session = on.begin({.turns = {which_one, tap}, .for_ever = true});
    REQUIRE(session.until("waiting_for_user", soon));
    // Not before: no session is begun on a phone that is known to say nothing.
    on.phone().make("runner", {{"state", "hung"}});
    CHECK(session.say("The first one").status == 204);
    REQUIRE(session.until("running", soon));
    const auto took = time_of([&] {
        CHECK(session.control("stop").status == 204);
        CHECK(session.until("killed", soon));
    });
    CHECK(took < 1s * slowdown());
    CHECK_FALSE(on.finger_is_down());
}

TEST_CASE("nothing is done in a pause, and a resume goes on", "[e2e][sessions]")
{
    agent_phone on;
    const auto open_notes = turn_of("open_app", {{"app_name", "Notes"}});
    auto slow = open_notes;
    slow["delay_ms"] = 4'000 * slowdown(); // the pause begins meanwhile
    const auto session = on.begin({.turns = {slow, open_notes, claim("Open.")}});
    REQUIRE(eventually(soon, [&] { return !on.model().requests().empty(); }));
    CHECK(session.control("pause").status == 204);
    const auto has_reply = [&] { return session.record().at("cost_usd") == 0.01; };
    REQUIRE(eventually(soon, has_reply));
    CHECK_FALSE(session.until_ended(1s));
    CHECK(session.status() == "paused");
    CHECK(on.phone().facts().at("front_app") == app::home_screen);
    CHECK(session.control("resume").status == 204);
    CHECK(session.until("completed", session_limit));
    CHECK(on.phone().facts().at("front_app") == app::notes);
}

TEST_CASE("a service that is killed has ended its session when it is back",
          "[e2e][sessions][linked][single]")
{
    agent_phone on;
    const auto session = on.begin({.turns = {which_one}});
    REQUIRE(session.until("waiting_for_user", soon));
    // A session is told of before it is written down; the list waits for what is being written.
    REQUIRE(on.system().api().get("/v1/sessions").status == 200);
    on.system().service().send_signal(SIGKILL);
    REQUIRE(on.system().service().wait(10s));
    on.restart();
    const auto record = on.system().api().get("/v1/sessions/" + session.id()).json();
    INFO(record.dump());
    CHECK(record.at("status") == "failed");
    CHECK(record.at("error").get<std::string>().starts_with("SERVICE_RESTARTED: "));
    CHECK(record.at("completed_at").is_string());
    const auto usage = on.system().api().get("/v1/usage").json();
    INFO(usage.dump());
    CHECK(usage.at("minutes_used").get<double>() > 0);
    CHECK(usage.at("model_cost_usd") == 0.01);
    CHECK_FALSE(on.finger_is_down());
}

} // namespace thimble::e2e
