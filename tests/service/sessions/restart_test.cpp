// Sessions that the end of the service has cut off.
#include "service/sessions/restart.hpp"
#include "tests/service/sessions/kept_sessions.hpp"

namespace thimble::service::sessions::test {

namespace {

using namespace std::chrono_literals;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::November;

constexpr month now_month = 2026y / November;

/// The service starts again at noon and that much; how many sessions it has ended.
std::size_t restart(kept_sessions& in, milliseconds after)
{
    return in.run([&](store::transaction& on) { return end_cut_off_sessions(on, noon() + after); });
}

void keep(kept_sessions& in, const session& what)
{
    in.insert(what.known());
    in.insert(what.known().id, events_of(what));
}

} // namespace

TEST_CASE("a restart ends a live session as failed", "[sessions]")
{
    kept_sessions in;
    auto live = running_session();
    live.begin_turn();
    live.ask("Which?", noon(2000));
    keep(in, live);
    CHECK(restart(in, hours(5)) == 1);
    const auto known = in.find("session");
    REQUIRE(known);
    CHECK(known->now == status::failed);
    CHECK(known->error->starts_with(
        "SERVICE_RESTARTED: The service ended while the session was waiting_for_user, some time "
        "after 2026-11-15T12:00:02.000Z."));
    CHECK_FALSE(known->waiting_for);
    CHECK_FALSE(known->result);
    const auto events = in.events("session");
    REQUIRE(events.size() == 6);
    for (std::size_t each = 0; each < events.size(); ++each)
        CHECK(events[each].index == each);
    CHECK(events[4].type == event_type::error);
    CHECK(events[5].type == event_type::status);
    CHECK(events[5].at == noon() + hours(5));
    CHECK(events[5].data ==
          nlohmann::json{{"turn", 1}, {"status", "failed"}, {"error", *known->error}});
}

TEST_CASE("nobody pays for the time without a service", "[sessions]")
{
    kept_sessions in;
    in.agree(10, "0.06");
    keep(in, running_session()); // from 12:00:01
    in.run([](store::transaction& on) { see_live_sessions(on, noon(61'000)); });
    CHECK(restart(in, hours(5)) == 1);
    CHECK(in.find("session")->completed_at == noon(61'000));
    const auto rows = in.ledger(now_month);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].lasted() == minutes(1));
}

TEST_CASE("the last event is a sign of life, too", "[sessions]")
{
    kept_sessions in;
    auto live = running_session();
    live.note(event_type::text, {{"text", "still here"}}, noon(31'000));
    keep(in, live);
    CHECK(restart(in, hours(5)) == 1);
    CHECK(in.find("session")->completed_at == noon(31'000));
}

TEST_CASE("a session that never ran ends without any time", "[sessions]")
{
    kept_sessions in;
    keep(in, session(facts_of("session")));
    CHECK(restart(in, hours(5)) == 1);
    CHECK(in.find("session")->now == status::failed);
    CHECK(in.find("session")->lasted(noon()).count() == 0);
    CHECK(in.ledger(now_month).empty());
}

TEST_CASE("a session without events is ended as well", "[sessions]")
{
    kept_sessions in;
    in.insert(facts_of("session"));
    CHECK(restart(in, hours(5)) == 1);
    CHECK(in.events("session").size() == 2);
}

TEST_CASE("what has ended before a restart stays as it is", "[sessions]")
{
    kept_sessions in;
    auto done = running_session();
    done.end(completed("Done."), noon(2000));
    keep(in, done);
    CHECK(restart(in, hours(5)) == 0);
    CHECK(in.find("session") == done.known());
    CHECK(in.events("session").size() == events_of(done).size());
}

TEST_CASE("a second restart ends nothing twice", "[sessions]")
{
    kept_sessions in;
    keep(in, running_session());
    CHECK(restart(in, hours(5)) == 1);
    const auto known = in.find("session");
    CHECK(restart(in, hours(6)) == 0);
    CHECK(in.find("session") == known);
    CHECK(in.events("session").size() == 4);
}

} // namespace thimble::service::sessions::test
