// Events of a session as clients hear them: by polling, as a stream, and from the pictures that it
// names.
#include "tests/e2e/sessions/agent_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

TEST_CASE("a session's events are the same polled and streamed, and can be read on from any",
          "[e2e][sessions][linked]")
{
    agent_phone on;
    auto task = on.rehearse();
    auto turns = task.open("Clock").tap("Alarms").tap("06:45").to_the_end("It is on.");
    for (auto& each : turns)
        each["delay_ms"] = 200; // so that the stream is there before the end
    const auto session = on.begin({.turns = turns}, "Switch the alarm on");
    const auto streamed = session.streamed();
    const auto polled = session.events();
    INFO(session.told());
    CHECK(session.status() == "completed");
    CHECK(streamed == polled);
    for (std::size_t at = 0; at < polled.size(); ++at) {
        CHECK(polled[at].at("index") == at);
        CHECK(polled[at].at("data").at("turn").is_number());
    }
    const auto rest = session.streamed({{"Last-Event-ID", "3"}});
    REQUIRE(rest.size() == polled.size() - 4);
    CHECK(rest.front() == polled[4]);
}

TEST_CASE("a session can be replayed: what was said, done and seen", "[e2e][sessions]")
{
    agent_phone on({.spoken = wire::openai});
    auto task = on.rehearse();
    auto turns = task.open("Clock").tap("Alarms").to_the_end("Seen.");
    turns.front()["text"] = "I open Clock.";
    turns.front()["thinking"] = "Clock has alarms.";
    const auto session = on.run({.turns = turns}, "Look at the alarms");
    INFO(session.told());
    CHECK(session.events_of("thinking").size() == 1);
    CHECK(session.events_of("text").at(0).dump().contains("I open Clock."));
    CHECK(session.events_of("tool_use").size() == 3);
    CHECK(session.events_of("tool_result").size() >= 2);
    const auto pictures = session.events_of("screenshot");
    REQUIRE(!pictures.empty());
    for (const auto& each : pictures) {
        INFO(each.dump());
        const auto picture = on.system().api().get(each.at("data").at("url"));
        CHECK(picture.status == 200);
        CHECK(picture.header("content-type").starts_with("image/"));
    }
}

TEST_CASE("what somebody else does on the phone is among the events", "[e2e][sessions]")
{
    agent_phone on;
    const auto session = on.begin(
        {.turns = {turn_of("ask_user", {{"question", "Go on?"}}), claim("Nothing to do.")}});
    REQUIRE(session.until("waiting_for_user", soon));
    const auto path = on.system().path(on.phone(), "");
    CHECK(on.system().api().get(path + "/status").json().at("active_session_id") == session.id());
    CHECK(on.system().api().post(path + "/home").status == 200);
    REQUIRE(session.until_event("action", soon));
    CHECK(session.events_of("action").at(0).at("data").dump().contains("home"));
    CHECK(session.control("stop").status == 204);
    REQUIRE(session.until_ended(soon));
    CHECK(on.system().api().get(path + "/status").json().at("active_session_id").is_null());
}

TEST_CASE("a phone has one session at a time, and each phone its own", "[e2e][sessions]")
{
    agent_phone on;
    const auto question = turn_of("ask_user", {{"question", "Go on?"}});
    const auto first = on.begin({.turns = {question, question}});
    REQUIRE(first.until("waiting_for_user", soon));
    const json again{{"instruction", "Again"}, {"phone_id", on.system().id_of(on.phone())}};
    const auto refused = on.system().api().post("/v1/sessions", again.dump());
    CHECK(refused.status == 409);
    CHECK(refused.json().at("error") == "TASK_ALREADY_RUNNING");
    CHECK(refused.json().at("context").at("session_id") == first.id());
    const session_client other(on.system().api(), {{"instruction", "On the twin"},
                                                   {"phone_id", on.system().id_of(on.twin())}});
    CHECK(other.until("waiting_for_user", soon));
}

TEST_CASE("a session is begun once however often it is asked for with one key", "[e2e][sessions]")
{
    agent_phone on;
    on.model().play(script_of({.turns = {turn_of("ask_user", {{"question", "Go on?"}})}}));
    const json order{{"instruction", "Once"}, {"phone_id", on.system().id_of(on.phone())}};
    const header_fields key{{"Idempotency-Key", "one-session"}};
    const auto first = on.system().api().post("/v1/sessions", order.dump(), key);
    const auto again = on.system().api().post("/v1/sessions", order.dump(), key);
    INFO(first.body << again.body);
    CHECK(first.status == 201);
    CHECK(again.status == 201);
    CHECK(first.json().at("id") == again.json().at("id"));
    CHECK(on.system().api().get("/v1/sessions").json().at("sessions").size() == 1);
}

} // namespace thimble::e2e
