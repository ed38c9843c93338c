// Sessions as they are known while they live, after their end, and after the service's.
#include "service/sessions/ledger_rows.hpp"
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::control;
using sessions::status;
using namespace std::chrono_literals;

TEST_CASE("without a model there are no sessions", "[runs]")
{
    agents_at_work agents({});
    CHECK(agents.try_to_begin({.instruction = "x"}).error().code == "MODEL_NOT_CONFIGURED");
}

TEST_CASE("a session that has ended is told from the store, to its account alone", "[runs][store]")
{
    agents_at_work agents({.script = short_task()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.sessions().live_sessions() == 0; }));
    CHECK(agents.facts_of(id).now == status::completed);
    const auto events = agents.events_of(id);
    CHECK(events.back().data.at("status") == "completed");
    for (std::size_t at = 0; at < events.size(); ++at)
        CHECK(events[at].index == at);
    const auto beyond = agents.wait_for(agents.sessions().events(agents.account_id, id, 1000));
    CHECK(beyond->events.empty());
    CHECK(beyond->next_index == events.size());
    CHECK(agents.wait_for(agents.sessions().find("another", id)).error().code ==
          "SESSION_NOT_FOUND");
    const auto foreign = agents.wait_for(agents.sessions().apply("another", id, control::stop));
    CHECK(foreign.error().code == "SESSION_NOT_FOUND");
    CHECK(agents.tell(id, "Hello").error().code == "SESSION_ENDED");
    CHECK(agents.wait_for(agents.sessions().list({.account_id = agents.account_id}))->size() == 1);
    CHECK(agents.wait_for(agents.sessions().list({.account_id = "another"}))->empty());
}

TEST_CASE("a store that fails is never told as a session that is not there", "[runs][store]")
{
    agents_at_work agents({.script = short_task()});
    auto& all = agents.sessions();
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return all.live_sessions() == 0; }));
    REQUIRE(agents.wait_for(agents.store().write([](store::transaction& on) {
        on.execute("ALTER TABLE ledger RENAME TO ledger_away");
        return on.execute("ALTER TABLE sessions RENAME TO sessions_away");
    })));
    const std::string failed = "INTERNAL_ERROR";
    CHECK(agents.wait_for(all.find(agents.account_id, id)).error().code == failed);
    CHECK(agents.wait_for(all.list({.account_id = agents.account_id})).error().code == failed);
    CHECK(agents.wait_for(all.events(agents.account_id, id, 0)).error().code == failed);
    CHECK(agents.apply(id, control::stop).error().code == failed);
    CHECK(agents.tell(id, "Hello").error().code == failed);
    CHECK_FALSE(agents.wait_for(all.wait_for_event(agents.account_id, id, 0, 5s)));
    CHECK(agents.wait_for(all.usage_of(agents.account_id, sessions::month_of({}))).error().code ==
          failed);
}

TEST_CASE("a live session is listed as it is now", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::running));
    REQUIRE(agents.apply(id, control::pause));
    const auto paused = agents.wait_for(
        agents.sessions().list({.account_id = agents.account_id, .in = status::paused}));
    REQUIRE(paused.value().size() == 1);
    CHECK(paused->front().now == status::paused);
}

TEST_CASE("whoever waits for an event is told of it, and of the end", "[runs]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    auto& all = agents.sessions();
    const auto id = agents.begin();
    CHECK(agents.wait_for(all.wait_for_event(agents.account_id, id, 1, 5s)));
    CHECK(agents.wait_for(all.wait_for_event(agents.account_id, id, 999, 10ms)));
    REQUIRE(agents.apply(id, control::stop));
    CHECK_FALSE(agents.wait_for(all.wait_for_event(agents.account_id, id, 999, 5s)));
    REQUIRE(agents.until([&] { return all.live_sessions() == 0; }));
    CHECK(agents.wait_for(all.wait_for_event(agents.account_id, id, 0, 5s)));
    CHECK_FALSE(agents.wait_for(all.wait_for_event(agents.account_id, id, 999, 5s)));
}

TEST_CASE("a session is billed with its end", "[runs][store]")
{
    agents_at_work agents(
        {.script = short_task(), .prices = models::parse_prices("m-1=100/500").value()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.sessions().live_sessions() == 0; }));
    const auto known = agents.facts_of(id);
    const auto in = sessions::month_of(*known.completed_at);
    const auto rows = agents.wait_for(agents.store().read([&](store::transaction& on) {
        return sessions::entries_of_month(on, agents.account_id, in);
    }));
    REQUIRE(rows);
    std::int64_t model = 0;
    for (const auto& each : *rows)
        if (each.kind == sessions::entry_kind::model)
            model += each.amount;
    CHECK(model == known.cost());
    CHECK(known.cost() == 60'000); // two turns and the second look
}

TEST_CASE("an agent whose deeds cannot be written down does not go on for ever", "[runs]")
{
    auto granted = short_limits();
    granted.runs.unwritten_events = 20;
    granted.runs.write_again = 10ms;
    agents_at_work agents({.script = script({turn({tap()})}, {"NO: x"}, true), .granted = granted});
    const auto id = agents.begin();
    REQUIRE(agents.wait_for(agents.store().write(
        [](store::transaction& on) { return on.execute("DROP TABLE session_events"); })));
    REQUIRE(agents.until([&] { return agents.sessions().active_session(agents.phone_id) != id; }));
    CHECK(agents.facts_of(id).error->starts_with("INTERNAL_ERROR: "));
    CHECK(agents.sessions().live_sessions() == 1); // it is told from memory as long as that is so
}

TEST_CASE("sessions of two phones do not wait for one another", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()}), turn({tap()}), turn({claim()})}),
                           .granted = short_limits()});
    agents.desktop->hold("udid-2");
    const auto other = agents.try_to_begin({.instruction = "x"}, agents.attach_another());
    REQUIRE(other);
    REQUIRE(agents.until([&] { return agents.desktop->seen.started_jobs.size() == 1; }));
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.facts_of(other->id).now == status::running);
}

TEST_CASE("a session that the end of the service cuts off is ended by the next one",
          "[runs][store]")
{
    agents_at_work agents({.script = slow_model(), .granted = short_limits()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    agents.close();
    const auto ended = agents.wait_for(agents.store().write(
        [](store::transaction& on) { return agent_sessions::end_cut_off(on); }));
    CHECK(ended == 1U);
    const auto known = agents.wait_for(agents.store().read(
        [&](store::transaction& on) { return sessions::find_session(on, agents.account_id, id); }));
    REQUIRE((known && *known));
    CHECK((*known)->error->starts_with("SERVICE_RESTARTED: "));
}

} // namespace thimble::service::test
