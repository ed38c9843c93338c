// A session that lives, by itself: whose store and time are those of the test.
#include "service/agent_loop/live_session.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <optional>

namespace thimble::service::test {

namespace {

using sessions::event_type;
using sessions::moment;

sessions::facts facts_of_new_session()
{
    return {.id = "session",
            .account_id = "account",
            .phone_id = "phone",
            .udid = "udid",
            .asked = {.instruction = "Set an alarm", .timeout = std::chrono::hours(2)},
            .created_at = moment::clock::now()};
}

/// A session, and what `until_stored` has said of it by now.
struct waiting_for_store {
    waiting_for_store()
    {
        of.note(event_type::text, {{"text", "I tap it."}});
        boost::asio::co_spawn(home, of.until_stored(),
                              [this](const std::exception_ptr& problem, bool stored) {
                                  if (!problem)
                                      said = stored;
                              });
        home.poll();
    }

    boost::asio::io_context home{1};
    live_session of{home.get_executor(), facts_of_new_session(), {}, {}};
    std::optional<bool> said;
};

} // namespace

TEST_CASE("an agent waits until the store has all that was told before its act", "[runs]")
{
    waiting_for_store one;
    CHECK_FALSE(one.said);
    const auto all = one.of.value().events().next_index();
    one.of.note(event_type::text, {{"text", "That came later."}});
    one.of.stored_events_before(all - 1);
    one.home.poll();
    CHECK_FALSE(one.said);
    one.of.stored_events_before(all);
    one.home.poll();
    CHECK(one.said == true);
}

TEST_CASE("an agent that is called off waits for no store", "[runs]")
{
    waiting_for_store one;
    REQUIRE(one.of.apply(sessions::control::stop));
    one.home.poll();
    CHECK(one.said == false);
}

TEST_CASE("a session that has moved goes on at the time at which it is told to", "[runs]")
{
    boost::asio::io_context home{1};
    auto left = facts_of_new_session();
    const auto ahead = moment::clock::now() + std::chrono::hours(12);
    left.now = sessions::status::running;
    left.started_at = ahead - std::chrono::hours(1);
    const session_clock clock(ahead);
    live_session one(home.get_executor(), sessions::session::moved_here(left, 5, {}, clock.now()),
                     5, clock);
    CHECK(one.value().deadline() - one.now() > std::chrono::minutes(50));
    CHECK(one.value().deadline() - one.now() <= std::chrono::hours(1));
    home.poll();
    CHECK_FALSE(one.has_ended());
}

} // namespace thimble::service::test
