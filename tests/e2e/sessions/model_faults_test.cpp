// Models that are slow, break off, talk nonsense or refuse: a tool error or a clean failure, and no
// touch that nobody wanted.
#include "tests/e2e/sessions/agent_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// The turn with something of it changed.
json with(json turn, const std::string& member, const json& value)
{
    turn[member] = value;
    return turn;
}

const json open_notes = turn_of("open_app", {{"app_name", "Notes"}});
const json done_turn = claim("Notes is open.");

/// Checks how often Notes came to the front.
void check_opened(const agent_phone& on, const session_client& session)
{
    INFO(session.told());
    CHECK(session.status() == "completed");
    CHECK(on.phone().facts().at("front_app") == app::notes);
    CHECK(on.phone().fingers_down().empty());
}

} // namespace

TEST_CASE("a provider that is too busy or broken is asked again", "[e2e][sessions]")
{
    const auto spoken = GENERATE(wire::anthropic, wire::openai);
    agent_phone on({.spoken = spoken});
    const auto session =
        on.run({.turns = {http_error(429, "rate_limit_error"), open_notes,
                          http_error(500, "api_error"), http_error(503, "api_error"), done_turn}});
    check_opened(on, session);
    CHECK(session.record().at("num_turns") == 2);
    CHECK(session.record().at("cost_usd") == 0.03); // with the second look
}

TEST_CASE("a reply that comes slowly is waited for", "[e2e][sessions]")
{
    agent_phone on;
    const auto session =
        on.run({.turns = {with(with(open_notes, "delay_ms", 1'500), "pause_ms", 50), done_turn}});
    check_opened(on, session);
}

TEST_CASE("a reply that breaks off does nothing to the phone", "[e2e][sessions]")
{
    agent_phone on;
    const auto tap = turn_of("tap", {{"x", 300}, {"y", 600}});
    const auto session = on.run({.turns = {with(tap, "cut_after", 4)}, .for_ever = true});
    INFO(session.told());
    CHECK(session.status() == "failed");
    CHECK(session.error_code() == "MODEL_FAILED");
    CHECK(on.phone().fingers_down().empty());
}

TEST_CASE("what is no reply at all ends a session cleanly", "[e2e][sessions]")
{
    agent_phone on;
    const auto session =
        on.run({.turns = {json{{"raw", "event: message_start\ndata: {\"type\": 7\n\n"}}},
                .for_ever = true});
    INFO(session.told());
    CHECK(session.status() == "failed");
    CHECK(session.error_code() == "MODEL_FAILED");
}

TEST_CASE("a provider that refuses the key is not asked again", "[e2e][sessions]")
{
    agent_phone on({.spoken = wire::openai});
    const auto session =
        on.run({.turns = {http_error(401, "authentication_error")}, .for_ever = true});
    INFO(session.told());
    CHECK(session.status() == "failed");
    CHECK(session.error_code() == "MODEL_FAILED");
    CHECK(on.model().requests().size() == 1);
    CHECK_FALSE(session.told().contains("sk-scripted"));
}

TEST_CASE("a provider that is not there ends a session as failed", "[e2e][sessions]")
{
    agent_phone on;
    on.model().leave();
    const session_client session(on.system().api(), {{"instruction", "Open Notes"},
                                                     {"phone_id", on.system().id_of(on.phone())},
                                                     {"timeout_s", 30}});
    REQUIRE(session.until_ended(session_limit));
    INFO(session.told());
    CHECK(session.status() == "failed");
}

TEST_CASE("coordinates beyond the screen come back as an error and touch nothing",
          "[e2e][sessions]")
{
    agent_phone on({.spoken = GENERATE(wire::anthropic, wire::openai)});
    const auto session =
        on.run({.turns = {turn_with(json::array({use("tap", {{"x", 99'999}, {"y", 10}}),
                                                 use("tap", {{"x", -1}, {"y", 5}}),
                                                 use("tap", {{"x", "three"}, {"y", 5}}),
                                                 use("teleport", {{"to", "Notes"}})})),
                          with(turn_of("tap"), "tool_uses",
                               json::array({{{"name", "tap"}, {"raw_arguments", "{\"x\": 1, "}}})),
                          open_notes, done_turn}});
    check_opened(on, session);
    std::size_t failed = 0;
    for (const auto& each : session.events_of("tool_result"))
        failed += each.at("data").dump().contains("Nothing was done") ? 1U : 0U;
    CHECK(failed == 5);
}

TEST_CASE("a model that only talks is reminded once", "[e2e][sessions]")
{
    agent_phone on;
    const auto one_word = on.run({.turns = {words("I see a phone."), open_notes, done_turn}});
    check_opened(on, one_word);
    const auto session = on.run({.turns = {words("Let me think.")}, .for_ever = true});
    INFO(session.told());
    CHECK(session.status() == "failed");
    CHECK(session.error_code() == "MODEL_FAILED");
}

} // namespace thimble::e2e
