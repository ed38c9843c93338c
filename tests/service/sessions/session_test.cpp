// A session from its order to its end.
#include "tests/catch2.hpp"
#include "tests/service/sessions/begun_session.hpp"

namespace thimble::service::sessions::test {

namespace {

using nlohmann::json;

const std::vector<std::string> no_words;

/// "status:creating status:running message".
std::string told(const session& what)
{
    std::string out;
    for (const auto& each : events_of(what)) {
        out += (out.empty() ? "" : " ") + std::string(to_string(each.type));
        if (each.type == event_type::status)
            out += ":" + each.data.at("status").get<std::string>();
    }
    return out;
}

std::string code_of_failure(const result<reaction>& what)
{
    return what ? "fine" : what.error().code;
}

} // namespace

TEST_CASE("the record of a new session is the contract's", "[sessions]")
{
    const session made(facts_of("0199-session"));
    CHECK(session_record(made.known(), noon(500)).dump() ==
          R"({"id":"0199-session","phone_id":"phone","instruction":"Set an alarm",)"
          R"("status":"creating","cost_usd":0.0,"duration_ms":0,"num_turns":0,"error":null,)"
          R"("created_at":"2026-11-15T12:00:00.000Z","started_at":null,"completed_at":null,)"
          R"("model":"model","result":null,"max_turns":100,"max_cost_usd":null,)"
          R"("timeout_s":1800,"waiting_for":null,"recording_id":null})");
}

TEST_CASE("the record of a session that has ended is the contract's", "[sessions]")
{
    auto one = running_session();
    CHECK(one.begin_turn() == 1);
    one.spend(12'345, noon(2000));
    one.spend(1, noon(3000));
    one.end(completed("The alarm is set."), noon(61'000));
    const auto record = session_record(one.known(), noon(999'999));
    CHECK(record.at("status") == "completed");
    CHECK(record.at("cost_usd").dump() == "0.012346");
    CHECK(record.at("duration_ms") == 60'000);
    CHECK(record.at("num_turns") == 1);
    CHECK(record.at("started_at") == "2026-11-15T12:00:01.000Z");
    CHECK(record.at("completed_at") == "2026-11-15T12:01:01.000Z");
    CHECK(record.at("result") == "The alarm is set.");
    CHECK(record.at("error").is_null());
}

TEST_CASE("a session's time goes on in pauses and while it waits", "[sessions]")
{
    auto one = running_session();
    one.apply(control::pause, noon(2000));
    CHECK(session_record(one.known(), noon(11'000)).at("duration_ms") == 10'000);
    one.end(killed(), noon(21'000));
    CHECK(one.known().lasted(noon(99'000)) == std::chrono::seconds(20));
}

TEST_CASE("a session that never ran has no time", "[sessions]")
{
    session one(facts_of("session"));
    one.apply(control::stop, noon(5000));
    CHECK_FALSE(one.known().started_at);
    CHECK(one.known().completed_at == noon(5000));
    CHECK(one.known().lasted(noon(9000)).count() == 0);
}

TEST_CASE("a clock that is put back makes no time negative", "[sessions]")
{
    auto one = running_session();
    one.end(killed(), noon(-60'000));
    CHECK(one.known().completed_at == one.known().started_at);
}

TEST_CASE("a deadline is counted from the start", "[sessions]")
{
    session one(facts_of("session"));
    CHECK(one.deadline() == noon() + std::chrono::seconds(1800));
    one.begin(noon(7000));
    CHECK(one.deadline() == noon(7000) + std::chrono::seconds(1800));
}

TEST_CASE("each change of the status is an event, and nothing else is one", "[sessions]")
{
    auto one = running_session();
    for (const auto each : {control::resume, control::pause, control::pause, control::interrupt,
                            control::resume, control::interrupt, control::interrupt})
        CHECK(one.apply(each, noon(2000)));
    CHECK(one.hear("Go on", noon(3000)));
    CHECK(one.apply(control::stop, noon(4000)));
    CHECK(told(one) == "status:creating status:running status:paused status:running "
                       "status:waiting_for_user message status:running status:killed");
}

TEST_CASE("messages are read once, in order, at the next turn", "[sessions]")
{
    session one(facts_of("session"));
    CHECK(one.hear("first", noon(1)));
    one.begin(noon(2));
    CHECK(one.hear("second", noon(3)));
    CHECK(one.take_messages() == std::vector<std::string>{"first", "second"});
    CHECK(one.take_messages() == no_words);
}

TEST_CASE("an agent that reads nothing is not told more and more", "[sessions]")
{
    auto one = running_session({.unread_messages = 2});
    CHECK(one.hear("first", noon(2000)));
    CHECK(one.hear("second", noon(2000)));
    const auto events = one.events().next_index();
    CHECK(code_of_failure(one.hear("third", noon(2000))) == "QUEUE_FULL");
    CHECK(one.events().next_index() == events);
    one.take_messages();
    CHECK(one.hear("third", noon(2000)));
}

TEST_CASE("a question stands in the record until it is answered", "[sessions]")
{
    auto one = running_session();
    one.ask("Which alarm?", noon(2000));
    CHECK(one.known().now == status::waiting_for_user);
    CHECK(session_record(one.known(), noon(2000)).at("waiting_for") == "Which alarm?");
    one.apply(control::pause, noon(3000));
    CHECK(one.known().waiting_for == "Which alarm?");
    CHECK(one.hear("The first", noon(4000)));
    CHECK_FALSE(one.known().waiting_for);
    CHECK(one.known().now == status::paused);
    one.apply(control::resume, noon(5000));
    CHECK(one.known().now == status::running);
    CHECK(told(one) == "status:creating status:running question status:waiting_for_user "
                       "status:paused message status:running");
}

TEST_CASE("an interrupted session waits without a question", "[sessions]")
{
    auto one = running_session();
    const auto done = one.apply(control::interrupt, noon(2000));
    CHECK(done->cancels_act);
    CHECK(one.known().now == status::waiting_for_user);
    CHECK_FALSE(one.known().waiting_for);
}

TEST_CASE("an end says why in the record and in the last two events", "[sessions]")
{
    auto one = running_session();
    one.begin_turn();
    one.end(failed(fault::stuck, "Three times nothing changed."), noon(2000));
    CHECK(one.known().error == "STUCK: Three times nothing changed.");
    const auto all = events_of(one);
    REQUIRE(all.size() == 4);
    CHECK(all[2].type == event_type::error);
    CHECK(all[2].data == json{{"turn", 1}, {"error", "STUCK: Three times nothing changed."}});
    CHECK(all[3].data == json{{"turn", 1},
                              {"status", "failed"},
                              {"error", "STUCK: Three times nothing changed."}});
}

TEST_CASE("every fault has its code, and the phone's is the phone's", "[sessions]")
{
    CHECK(failed(fault::timeout, "why").error == "TIMEOUT: why");
    CHECK(failed(fault::budget_exceeded, "why").error == "BUDGET_EXCEEDED: why");
    CHECK(failed(fault::model_failed, "why").error == "MODEL_FAILED: why");
    CHECK(failed(fault::unverified, "why").error == "UNVERIFIED: why");
    CHECK(failed(fault::service_restarted, "why").error == "SERVICE_RESTARTED: why");
    CHECK(failed("PHONE_NOT_CONNECTED", "why").error == "PHONE_NOT_CONNECTED: why");
}

TEST_CASE("nothing happens any more after the end", "[sessions]")
{
    auto one = running_session();
    one.hear("unread", noon(1500));
    one.end(completed("Done."), noon(2000));
    const auto known = one.known();
    const auto events = one.events().next_index();
    for (const auto each : {control::pause, control::resume, control::interrupt, control::stop})
        CHECK(code_of_failure(one.apply(each, noon(3000))) == "SESSION_ENDED");
    CHECK(code_of_failure(one.hear("Hello?", noon(3000))) == "SESSION_ENDED");
    one.begin(noon(3000));
    one.begin_turn();
    one.spend(1, noon(3000));
    one.ask("Which?", noon(3000));
    one.note(event_type::text, {{"text", "late"}}, noon(3000));
    one.end(killed(), noon(3000));
    CHECK(one.known() == known);
    CHECK(one.events().next_index() == events);
    CHECK(last_status(one) == "completed");
    CHECK(one.take_messages() == no_words);
}

TEST_CASE("a session ends when there are as many events as are kept", "[sessions]")
{
    auto one = running_session({.events = {.events = 4}});
    one.note(event_type::text, {{"text", "third"}}, noon(2000));
    one.note(event_type::text, {{"text", "fourth"}}, noon(2000));
    CHECK_FALSE(one.has_ended());
    const auto done = one.apply(control::pause, noon(3000));
    REQUIRE(done);
    CHECK(done->cancels_act);
    CHECK(one.known().now == status::failed);
    CHECK(one.known().error->starts_with("BUDGET_EXCEEDED: "));
    CHECK(told(one) == "status:creating status:running text text error status:failed");
}

TEST_CASE("what is to be hidden is in no event and in no record", "[sessions]")
{
    const auto hide = [](std::string text) {
        for (auto at = text.find("hunter2"); at != std::string::npos; at = text.find("hunter2"))
            text.replace(at, 7, "{{secret:pin}}");
        return text;
    };
    for (const auto& how : {completed("It is hunter2."), failed(fault::stuck, "at hunter2")}) {
        auto one = running_session({}, hide);
        one.hear("Type hunter2", noon(2000));
        one.note(event_type::tool_result, {{"text", {{"hunter2", {"hunter2"}}}}}, noon(3000));
        one.ask("Is hunter2 right?", noon(3000));
        CHECK(one.known().waiting_for == "Is {{secret:pin}} right?");
        one.end(how, noon(4000));
        auto all = session_record(one.known(), noon(5000)).dump();
        for (const auto& each : events_of(one))
            all += event_record(each).dump();
        CHECK(all.find("hunter2") == std::string::npos);
        CHECK(all.find("{{secret:pin}}") != std::string::npos);
    }
}

TEST_CASE("what the service has made itself is not taken for a secret", "[sessions]")
{
    const auto hide = [](std::string text) {
        for (const std::string_view value : {"1234", "completed", "text", "running", "left"})
            if (const auto at = text.find(value); at != std::string::npos)
                text.replace(at, value.size(), "*");
        return text;
    };
    auto one = running_session({}, hide);
    const json picture{{"frame_id", "1234-a"},
                       {"job_id", "b-1234"},
                       {"url", "/v1/jobs/b-1234/download"},
                       {"width", 1344},
                       {"orientation", "landscape_left"}};
    const json deed{{"job_id", "c-1234"}, {"action", "text"}, {"status", "completed"}};
    one.note(event_type::screenshot, picture, noon(2000));
    one.note(event_type::action, deed, noon(2000));
    one.note(event_type::tool_result,
             {{"job_id", "d-1234"}, {"outcome", "text"}, {"id", "u1234"}, {"text", "at 1234"}},
             noon(2000));
    one.note(event_type::tool_use, {{"id", "u1234"}, {"arguments", {{"job_id", "1234"}}}},
             noon(2000));
    one.end(completed("1234"), noon(3000));
    const auto all = events_of(one);
    const auto with_turn = [](json data) {
        data["turn"] = 0;
        return data;
    };
    REQUIRE(all.size() == 7);
    CHECK(all[1].data == with_turn({{"status", "running"}}));
    CHECK(all[2].data == with_turn(picture));
    CHECK(all[3].data == with_turn(deed));
    CHECK(all[4].data ==
          with_turn({{"job_id", "d-1234"}, {"outcome", "text"}, {"id", "u*"}, {"text", "at *"}}));
    CHECK(all[5].data == with_turn({{"id", "u*"}, {"arguments", {{"job_id", "*"}}}}));
    CHECK(all[6].data == with_turn({{"status", "completed"}, {"result", "*"}}));
}

TEST_CASE("what the model costs is counted by month", "[sessions]")
{
    auto one = running_session();
    one.spend(100, noon());
    one.spend(20, noon() + std::chrono::days(20));
    one.spend(3, noon() + std::chrono::days(20));
    using namespace std::chrono_literals;
    using std::chrono::December;
    using std::chrono::November;
    CHECK(one.known().model_cost ==
          std::map<month, std::int64_t>{{2026y / November, 100}, {2026y / December, 23}});
    CHECK(one.known().cost() == 123);
}

TEST_CASE("a session that has moved goes on with its events, state and limits", "[sessions]")
{
    auto before = running_session();
    before.begin_turn();
    before.spend(12, noon(1500));
    before.ask("Which?", noon(2000));
    auto after = session::moved_here(before.known(), before.events().next_index(), {}, noon(9000));
    CHECK(after.known() == before.known());
    CHECK(after.deadline() == before.deadline());
    CHECK(after.events().first_in_memory() == before.events().next_index());
    const auto told = after.events().since(before.events().next_index());
    REQUIRE(told);
    REQUIRE(told->events.size() == 1);
    CHECK(told->events.front().data.at("status") == "waiting_for_user");
    CHECK(told->events.front().data.at("moved") == true);
    REQUIRE(after.hear("The first.", noon(9500)));
    CHECK(after.known().now == status::running);
    CHECK_FALSE(after.known().waiting_for);
}

TEST_CASE("a session that has moved in a pause goes on to where it was", "[sessions]")
{
    auto before = running_session();
    before.ask("Which?", noon(2000));
    REQUIRE(before.apply(control::pause, noon(2500)));
    auto after = session::moved_here(before.known(), before.events().next_index(), {}, noon(9000));
    CHECK(after.known().now == status::paused);
    REQUIRE(after.apply(control::resume, noon(9500)));
    CHECK(after.known().now == status::waiting_for_user);
}

} // namespace thimble::service::sessions::test
