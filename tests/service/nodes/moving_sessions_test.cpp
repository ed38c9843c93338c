// Agent sessions of a node that is gone, at another.
#include "tests/service/nodes/nodes_with_agents.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::test {

namespace {

constexpr const char* verdict = R"({"when": "The task:", "turns": [{"text": "YES: it is set."}]})";
constexpr const char* tap_turn =
    R"({"tool_uses": [{"name": "tap", "arguments": {"x": 100, "y": 200}}]})";
constexpr const char* endless_turn = R"({"delay_ms": 600000})";
constexpr const char* claim_turn =
    R"({"tool_uses": [{"name": "done", "arguments": {"success": true, "summary": "All set."}}]})";
constexpr const char* question_turn =
    R"({"tool_uses": [{"name": "ask_user", "arguments": {"question": "Which alarm?"}}]})";

std::string playing(const std::vector<std::string>& turns)
{
    std::string all;
    for (const auto& each : turns)
        all += (all.empty() ? "" : ", ") + each;
    return std::string(R"({"conversations": [)") + verdict +
           R"(, {"when": "", "repeat_last": true, "turns": [)" + all + "]}]}";
}

bool were_told(const nodes_with_agents& on, const std::string& text)
{
    return std::ranges::any_of(on.model.requests(),
                               [&](const auto& each) { return each.dump().contains(text); });
}

/// Its phone hangs as soon as an agent has looked at it.
void hold_after_look(running_service& at)
{
    at.direct([](scripted_desktop& desktop) {
        desktop.script = [&desktop](const link::command& what) {
            desktop.hold();
            return answer_of_phone(what);
        };
    });
}

bool has_tapped(const observations& seen)
{
    return std::ranges::any_of(seen.received, [](const link::command& each) {
        return std::holds_alternative<link::tap>(each.what);
    });
}

/// Of the steps of a session that were acts.
std::vector<std::string> outcomes(const nlohmann::json& events)
{
    std::vector<std::string> out;
    for (const auto& each : events)
        if (each.at("type") == "tool_result" && each.at("data").contains("outcome"))
            out.push_back(each.at("data").at("outcome"));
    return out;
}

} // namespace

TEST_CASE("a session goes on where its node has died, and does nothing twice",
          "[service][nodes][store]")
{
    nodes_with_agents on(playing({tap_turn, endless_turn, claim_turn}));
    const auto id = on.begin();
    REQUIRE(on.has_written(id, "screenshot", 2)); // it has acted, and thinks
    REQUIRE(on.model_was_asked(2));
    {
        const frozen_node dead(*on.here);
        REQUIRE(on.becomes(*on.there, id, "completed"));
        CHECK(on.moves(*on.there, id) == 1);
        CHECK(on.taps(*on.there) == 0);
        CHECK(on.session(*on.there, id).at("num_turns") == 3);
    }
    // The node that was frozen finds its session ended, and leaves the phone alone.
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] { return on.answers(*on.here); }));
    CHECK(on.becomes(*on.here, id, "completed"));
    CHECK(on.taps(*on.here) == 1);
    CHECK(on.moves(*on.here, id) == 1);
}

TEST_CASE("of two survivors one takes a session up", "[service][nodes][store]")
{
    nodes_with_agents on(playing({tap_turn, endless_turn, claim_turn}));
    const auto third = on.start("third");
    const auto id = on.begin();
    REQUIRE(on.has_written(id, "screenshot", 2));
    REQUIRE(on.model_was_asked(2));
    const frozen_node dead(*on.here);
    REQUIRE(on.becomes(*third, id, "completed"));
    CHECK(on.becomes(*on.there, id, "completed"));
    CHECK(on.moves(*third, id) == 1);
    CHECK(on.taps(*third) + on.taps(*on.there) == 0);
}

TEST_CASE("a node that ends gives its sessions to others at once", "[service][nodes][store]")
{
    nodes_with_agents on(playing({tap_turn, endless_turn, claim_turn}),
                         {.lease = std::chrono::hours(1)});
    const auto id = on.begin();
    REQUIRE(on.has_written(id, "screenshot", 2));
    REQUIRE(on.model_was_asked(2));
    CHECK(on.taps(*on.here) == 1);
    on.here->stop();
    REQUIRE(on.becomes(*on.there, id, "completed"));
    CHECK(on.moves(*on.there, id) == 1);
    CHECK(on.taps(*on.there) == 0);
}

TEST_CASE("a session that waits for an answer waits for it at the next node", "[service][nodes]")
{
    nodes_with_agents on(playing({question_turn, claim_turn}));
    const auto id = on.begin();
    REQUIRE(on.becomes(*on.there, id, "waiting_for_user"));
    const frozen_node dead(*on.here);
    REQUIRE(
        e2e::eventually(std::chrono::seconds(60), [&] { return on.moves(*on.there, id) == 1; }));
    const auto known = on.session(*on.there, id);
    CHECK(known.at("status") == "waiting_for_user");
    CHECK(known.at("waiting_for") == "Which alarm?");
    const auto said = http_client(on.there->port())
                          .post("/v1/sessions/" + id + "/messages", R"({"message": "The first."})");
    CHECK(said.status == 204);
    REQUIRE(on.becomes(*on.there, id, "completed"));
    CHECK(were_told(on, "The user answers: The first."));
}

TEST_CASE("an act of somebody else at another node is among the events of a session",
          "[service][nodes][store]")
{
    nodes_with_agents on(playing({question_turn, claim_turn}));
    const auto id = on.begin();
    REQUIRE(on.becomes(*on.there, id, "waiting_for_user"));
    const auto done =
        http_client(on.there->port()).post("/v1/phones/" + on.phone_id + "/home", "{}");
    INFO(done.body);
    REQUIRE(done.status == 200);
    nlohmann::json act;
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        for (const auto& each : on.events(*on.there, id))
            if (each.at("type") == "action")
                act = each.at("data");
        return !act.is_null();
    }));
    CHECK(act.at("job_id") == done.json().at("id"));
    CHECK(act.at("action") == "home");
    CHECK(act.at("status") == "completed");
}

TEST_CASE("what one node tells of a session is true at the other at once",
          "[service][nodes][store]")
{
    nodes_with_agents on(playing({question_turn, claim_turn}));
    const auto id = on.begin();
    REQUIRE(on.becomes(*on.here, id, "waiting_for_user"));
    CHECK(on.session(*on.there, id).at("waiting_for") == "Which alarm?");
    http_client client(on.here->port());
    for (const auto* const control : {"pause", "resume", "pause"}) {
        REQUIRE(client.post("/v1/sessions/" + id + "/" + control, "").status == 204);
        CHECK(on.session(*on.there, id).at("status") ==
              (std::string_view(control) == "pause" ? "paused" : "waiting_for_user"));
    }
}

TEST_CASE("an act of which nobody knows what came of it is told as such", "[service][nodes]")
{
    nodes_with_agents on(playing({tap_turn, claim_turn}));
    hold_after_look(*on.here);
    const auto id = on.begin();
    REQUIRE(on.here->until(has_tapped));
    REQUIRE(on.has_written(id, "tool_use", 1));
    const frozen_node dead(*on.here);
    REQUIRE(on.becomes(*on.there, id, "completed"));
    CHECK(outcomes(on.events(*on.there, id)) == std::vector<std::string>{"unknown"});
    CHECK(on.taps(*on.there) == 0);
}

TEST_CASE("an act that the journal knows is settled by it after its session has moved",
          "[service][nodes]")
{
    nodes_with_agents on(playing({tap_turn, claim_turn}),
                         {.desktop_return = std::chrono::seconds(600)});
    hold_after_look(*on.here);
    const auto id = on.begin();
    REQUIRE(on.here->until(has_tapped));
    REQUIRE(on.has_written(id, "tool_use", 1));
    link::command tap;
    for (const auto& each : on.here->seen().received)
        if (std::holds_alternative<link::tap>(each.what))
            tap = each;
    const frozen_node dead(*on.here);
    REQUIRE(on.there->logs("1 sessions and 1 jobs"));
    const auto again = on.there->another_desktop(); // the same, with its journal
    on.there->at_home([&] {
        again->script = answer_of_phone;
        again->past.emplace(tap.job_id, success(tap));
        on.there->service().desktop_connected({.id = desktop_id, .name = "test", .version = "1"},
                                              again);
    });
    on.there->attach(phone("udid-1"));
    REQUIRE(on.becomes(*on.there, id, "completed"));
    CHECK(outcomes(on.events(*on.there, id)) == std::vector<std::string>{"done"});
    CHECK(http_client(on.there->port()).get("/v1/jobs/" + tap.job_id).json().at("status") ==
          "completed");
}

TEST_CASE("two nodes that begin a session for one phone: one is refused", "[service][nodes][store]")
{
    nodes_with_agents on(playing({endless_turn}));
    auto first = std::async(std::launch::async, [&] { return on.begin_at(*on.here); });
    const auto second = on.begin_at(*on.there);
    const auto one = first.get();
    CHECK((one.status == 201) != (second.status == 201));
    const auto& refused = one.status == 201 ? second : one;
    CHECK(refused.error() == "TASK_ALREADY_RUNNING");
}

TEST_CASE("a session that no node can go on with has failed", "[service][nodes]")
{
    nodes_with_agents on(playing({endless_turn}), {.model_there = false});
    const auto id = on.begin();
    REQUIRE(on.has_written(id, "screenshot", 1));
    const frozen_node dead(*on.here);
    REQUIRE(on.becomes(*on.there, id, "failed"));
    const std::string why = on.session(*on.there, id).at("error");
    CHECK(why.starts_with("SERVICE_RESTARTED: "));
    CHECK(why.contains("no model"));
}

} // namespace thimble::service::test
