// The events of a session: their indices, pages and limits.
#include "service/sessions/event_log.hpp"
#include "tests/catch2.hpp"
#include "tests/service/sessions/begun_session.hpp"

#include <limits>
#include <rapidcheck.h>

namespace thimble::service::sessions::test {

namespace {

/// So many texts of that many bytes.
event_log filled(std::size_t events, event_limits granted = {}, std::size_t bytes = 10)
{
    event_log out(granted);
    for (std::size_t each = 0; each < events; ++each)
        out.append(event_type::text, {{"text", std::string(bytes, 'x')}}, 1, noon());
    return out;
}

std::string indices(const event_page& page)
{
    std::string out;
    for (const auto& each : page.events)
        out += std::to_string(each.index) + " ";
    return out + "next " + std::to_string(page.next_index);
}

} // namespace

TEST_CASE("events are asked for from an index on", "[sessions]")
{
    const auto log = filled(4);
    CHECK(indices(*log.since(0)) == "0 1 2 3 next 4");
    CHECK(indices(*log.since(2)) == "2 3 next 4");
    CHECK(indices(*log.since(4)) == "next 4");
    CHECK(indices(*filled(0).since(0)) == "next 0");
}

TEST_CASE("who asks for what has not happened is told what comes next", "[sessions]")
{
    const auto log = filled(4);
    CHECK(indices(*log.since(5)) == "next 4");
    CHECK(indices(*log.since(std::numeric_limits<std::uint64_t>::max())) == "next 4");
}

TEST_CASE("pages in a row are all events without gap or repeat", "[sessions]")
{
    REQUIRE(rc::check([] {
        const auto count = *rc::gen::inRange<std::size_t>(0, 60);
        event_limits granted;
        granted.page_events = *rc::gen::inRange<std::size_t>(1, 20);
        granted.page_bytes = *rc::gen::inRange<std::size_t>(1, 500);
        const auto log = filled(count, granted);
        std::uint64_t next = 0;
        while (next < count) {
            const auto page = *log.since(next);
            RC_ASSERT(!page.events.empty());
            RC_ASSERT(page.events.size() <= granted.page_events);
            for (const auto& each : page.events)
                RC_ASSERT(each.index == next++);
            RC_ASSERT(page.next_index == next);
        }
        RC_ASSERT(log.since(next)->events.empty());
    }));
}

TEST_CASE("a page of the store is as long as one from memory", "[sessions]")
{
    const event_limits granted{.page_events = 3, .page_bytes = 70};
    const auto log = filled(10, granted);
    for (const std::uint64_t since : {0U, 4U, 9U, 10U}) {
        auto rest = filled(10).since(since)->events;
        const auto page = page_of(std::move(rest), since, granted);
        CHECK(indices(page) == indices(*log.since(since)));
    }
}

TEST_CASE("a full log takes the end and nothing else", "[sessions]")
{
    auto log = filled(3, {.events = 3});
    CHECK(log.is_full());
    CHECK(log.append(event_type::text, {}, 1, noon()) == nullptr);
    CHECK(log.next_index() == 3);
    CHECK(log.append_end(event_type::error, {}, 1, noon()).index == 3);
    CHECK(log.append_end(event_type::status, {}, 1, noon()).index == 4);
}

TEST_CASE("memory lets go what the store has, the oldest first", "[sessions]")
{
    const event_limits granted{.memory = 2500};
    auto log = filled(10, granted, 1000);
    log.stored_before(0);
    CHECK(log.first_in_memory() == 0);
    log.stored_before(3);
    CHECK(log.first_in_memory() == 3);
    log.stored_before(10);
    CHECK(log.first_in_memory() == 8);
    CHECK(log.next_index() == 10);
    CHECK_FALSE(log.since(7));
    CHECK(indices(*log.since(8)) == "8 9 next 10");
}

TEST_CASE("a log that is small enough stays in memory", "[sessions]")
{
    auto log = filled(10);
    log.stored_before(10);
    CHECK(log.first_in_memory() == 0);
}

} // namespace thimble::service::sessions::test
