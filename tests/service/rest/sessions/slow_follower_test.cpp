// Followers that do not read: nobody waits for them, and they miss nothing.
#include "tests/service/rest/sessions/event_client.hpp"
#include "tests/service/rest/sessions/told_session.hpp"

namespace thimble::service::test {

using namespace std::chrono_literals;

namespace {

/// The number of the next message that it is told of.
int next_message(event_client& by)
{
    for (auto each = by.next(); each; each = by.next())
        if (each->event == "message")
            return std::stoi(each->data.at("data").at("text").get<std::string>());
    return -1;
}

} // namespace

TEST_CASE("a follower that stops reading is cut off, and nobody waits for it", "[sessions]")
{
    told_session on(with_write_time(300ms));
    stuck_follower stuck(on.running.port(), on.events);
    event_client reading(on.running.port(), on.events);
    REQUIRE(on.follow(2));
    int said = 0;
    for (; said < more_than_sockets_hold && !on.metric("thimble_session_followers 1"); ++said) {
        on.say(said);
        REQUIRE(next_message(reading) == said);
    }
    CHECK(on.follow(1));
    CHECK(on.metric("thimble_session_followers_dropped_total 1"));
    CHECK(on.running.logs("ended: too_slow"));
    on.say(said);
    CHECK(next_message(reading) == said);

    const auto told = stuck.rest();
    CHECK(told.size() < message_size * static_cast<std::size_t>(said));
    const auto last = told.rfind("\nid: ", told.rfind("\n\n")); // that it was told whole
    REQUIRE(last != std::string::npos);
    const auto index = std::to_string(std::stoi(told.substr(last + 5)));
    event_client again(on.running.port(), on.events, {{"Last-Event-ID", index}});
    for (int number = next_message(again); number < said; ++number)
        REQUIRE(next_message(again) == number + 1); // it has missed nothing
}

TEST_CASE("the end of the service does not wait for a follower that is stuck", "[sessions]")
{
    told_session on(with_write_time(600s));
    stuck_follower stuck(on.running.port(), on.events);
    REQUIRE(on.follow(1));
    for (int number = 0; number < more_than_sockets_hold; ++number)
        on.say(number);
    on.running.stop(); // else for as long as this test may take
    CHECK(stuck.rest().size() < message_size * more_than_sockets_hold);
}

} // namespace thimble::service::test
