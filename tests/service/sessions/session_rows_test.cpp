// Sessions and their events in the store.
#include "tests/service/sessions/kept_sessions.hpp"

namespace thimble::service::sessions::test {

namespace {

const std::vector<std::string> no_ids;

/// One with something in every member.
facts full_facts()
{
    using namespace std::chrono_literals;
    using std::chrono::December;
    using std::chrono::November;
    using std::chrono::seconds;
    auto out = facts_of("0199-full");
    out.asked.instruction = "Set an alarm for \"7:30\"\nand say 'done' 😀";
    out.asked.max_turns = 7;
    out.asked.max_cost = 250'000;
    out.asked.timeout = seconds(60);
    out.asked.record = true;
    out.now = status::failed;
    out.started_at = noon(1);
    out.completed_at = noon(60'001);
    out.turns = 3;
    out.model_cost = {{2026y / November, 12}, {2026y / December, 34}};
    out.waiting_for = "Which?";
    out.result = "Nearly.";
    out.error = "STUCK: why.";
    out.recording_id = "0199-recording";
    return out;
}

std::vector<std::string> ids_of(kept_sessions& in, const session_filter& wanted)
{
    std::vector<std::string> out;
    for (const auto& each :
         in.run([&](store::transaction& on) { return list_sessions(on, wanted); }))
        out.push_back(each.id);
    return out;
}

facts ended_at(std::string id, moment when)
{
    auto out = facts_of(std::move(id));
    out.now = status::completed;
    out.completed_at = when;
    return out;
}

} // namespace

TEST_CASE("a session is read as it was written", "[sessions]")
{
    kept_sessions in;
    const auto fresh = facts_of("0199-fresh");
    in.insert(fresh);
    in.insert(full_facts());
    CHECK(in.find("0199-fresh") == fresh);
    CHECK(in.find("0199-full") == full_facts());
    CHECK_FALSE(in.find("0199-other"));
}

TEST_CASE("an update writes all that may change", "[sessions]")
{
    kept_sessions in;
    auto before = full_facts();
    const auto asked = facts_of("0199-full");
    before.now = asked.now;
    before.started_at = before.completed_at = std::nullopt;
    before.turns = 0;
    before.model_cost.clear();
    before.waiting_for = before.result = before.error = std::nullopt;
    in.insert(before);
    in.run([](store::transaction& on) { update_session(on, full_facts(), noon()); });
    CHECK(in.find("0199-full") == full_facts());
}

TEST_CASE("a session is found in its account alone", "[sessions]")
{
    kept_sessions in;
    in.insert(facts_of("0199-theirs", "another"));
    CHECK_FALSE(in.find("0199-theirs"));
    CHECK(ids_of(in, {.account_id = "account"}) == no_ids);
    CHECK(ids_of(in, {.account_id = "another"}) == std::vector<std::string>{"0199-theirs"});
}

TEST_CASE("sessions are listed the newest first, by phone and by status", "[sessions]")
{
    kept_sessions in;
    in.insert(facts_of("0001"));
    in.insert(ended_at("0002", noon()));
    auto other_phone = facts_of("0003");
    other_phone.phone_id = "other";
    in.insert(other_phone);
    using ids = std::vector<std::string>;
    CHECK(ids_of(in, {.account_id = "account"}) == ids{"0003", "0002", "0001"});
    CHECK(ids_of(in, {.account_id = "account", .limit = 2}) == ids{"0003", "0002"});
    CHECK(ids_of(in, {.account_id = "account", .before = "0003"}) == ids{"0002", "0001"});
    CHECK(ids_of(in, {.account_id = "account", .before = "0001"}).empty());
    CHECK(ids_of(in, {.account_id = "account", .phone_id = "phone"}) == ids{"0002", "0001"});
    CHECK(ids_of(in, {.account_id = "account", .in = status::creating}) == ids{"0003", "0001"});
    CHECK(ids_of(in, {.account_id = "account", .phone_id = "phone", .in = status::completed}) ==
          ids{"0002"});
}

TEST_CASE("events are read as they were written, from an index on", "[sessions]")
{
    kept_sessions in;
    in.insert(facts_of("one"));
    in.insert(facts_of("other"));
    auto made = running_session();
    made.note(event_type::tool_use, {{"arguments", {{"x", 1}, {"y", 2.5}}}}, noon(1234));
    made.note(event_type::text, {{"text", std::string("nul \0 and 😀", 14)}}, noon(1235));
    in.insert("one", events_of(made));
    in.insert("other", {events_of(made).front()});
    const auto all = in.events("one");
    REQUIRE(all.size() == 4);
    for (std::size_t each = 0; each < all.size(); ++each)
        CHECK(event_record(all[each]) == event_record(events_of(made)[each]));
    CHECK(in.events("one", 2).front().index == 2);
    CHECK(in.events("one", 1, 2).size() == 2);
    CHECK(in.events("one", 4).empty());
    CHECK(in.events("nobody").empty());
}

TEST_CASE("an index is given once", "[sessions]")
{
    kept_sessions in;
    in.insert(facts_of("one"));
    const auto first = events_of(running_session()).front();
    in.insert("one", {first});
    const auto again = in.file.run([&](store::transaction& on) { insert_event(on, "one", first); });
    CHECK_FALSE(again);
    const auto other = in.file.run([&](store::transaction& on) {
        insert_event(on, "one", events_of(running_session()).back());
    });
    CHECK(other);
}

TEST_CASE("old sessions are forgotten with their events, live ones are not", "[sessions]")
{
    kept_sessions in;
    in.insert(facts_of("live"));
    for (const auto* id : {"old-1", "old-2", "old-3"}) {
        in.insert(ended_at(id, noon(-1000)));
        in.insert(id, events_of(running_session()));
    }
    in.insert(ended_at("new", noon(1000)));
    const auto forget = [&](std::int64_t most) {
        return in.run([most](store::transaction& on) { return forget_sessions(on, noon(), most); });
    };
    CHECK(forget(2) == 2);
    CHECK(in.events("old-2").empty());
    CHECK(in.events("old-3").size() == 2);
    CHECK(forget(2) == 1);
    CHECK(forget(2) == 0);
    CHECK(ids_of(in, {.account_id = "account"}) == std::vector<std::string>{"new", "live"});
}

TEST_CASE("a session is written by the node that has it alone", "[sessions]")
{
    kept_sessions in;
    auto one = facts_of("0199-one");
    in.run([&](store::transaction& on) { insert_session(on, one, "here"); });
    one.turns = 1;
    const auto write_by = [&](const char* node) {
        return in.run(
            [&](store::transaction& on) { return update_session(on, one, noon(1), node); });
    };
    CHECK(write_by("here"));
    CHECK(in.run([&](store::transaction& on) { return hold_session(on, one.id, "here"); }));
    const auto hand_over = [&] {
        return in.run(
            [&](store::transaction& on) { return hand_session_over(on, one.id, "here", "there"); });
    };
    CHECK(hand_over());
    CHECK_FALSE(hand_over()); // the second one comes too late
    one.turns = 2;
    CHECK_FALSE(write_by("here"));
    CHECK_FALSE(in.run([&](store::transaction& on) { return hold_session(on, one.id, "here"); }));
    CHECK(in.find(one.id)->turns == 1);
    CHECK(write_by("there"));
    CHECK(in.find(one.id)->turns == 2);
}

TEST_CASE("a phone has one session at the nodes of a service", "[sessions]")
{
    kept_sessions in;
    auto one = facts_of("0199-one");
    in.run([&](store::transaction& on) { insert_session(on, one, "here"); });
    CHECK(in.run([](store::transaction& on) { return session_held_for(on, "phone"); }) == one.id);
    const auto second = in.file.run(
        [](store::transaction& on) { insert_session(on, facts_of("0199-two"), "there"); });
    CHECK_FALSE(second.has_value());
    one.now = status::completed;
    one.completed_at = noon(5);
    in.run([&](store::transaction& on) { return update_session(on, one, noon(5), "here"); });
    CHECK_FALSE(in.run([](store::transaction& on) { return session_held_for(on, "phone"); }));
    in.run([](store::transaction& on) { insert_session(on, facts_of("0199-two"), "there"); });
}

TEST_CASE("a service that is alone may have a phone's next session before the end of its last",
          "[sessions]")
{
    kept_sessions in;
    in.insert(facts_of("0199-one"));
    in.insert(facts_of("0199-two"));
    CHECK(in.run([](store::transaction& on) { return live_sessions(on); }).size() == 2);
}

} // namespace thimble::service::sessions::test
