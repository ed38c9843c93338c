// Whatever goes down on the phone comes up again, however its gesture ends.
#include "async/sleep.hpp"
#include "tests/device/hid/played_phone.hpp"

namespace thimble::tests {

using namespace std::chrono_literals;

TEST_CASE_METHOD(played_phone,
                 "a gesture that is cancelled lifts its fingers before it ends",
                 "[hid]")
{
    connect();
    play_until(pressed_for(5min), [&] { return phone.reports.size() >= 2; });
    REQUIRE_FALSE(phone.reports.empty());
    CHECK(phone.reports.front().begins(finger_down));
    CHECK(phone.reports.back().begins("0901050200800080"));
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone, "every finger of a gesture that is cancelled is lifted", "[hid]")
{
    connect();
    gesture::touch_path three;
    for (const double x : {100.0, 200.0, 300.0})
        three.contacts.push_back(gesture::tap_and_hold({.x = x, .y = 400}, 5min).contacts.front());
    play_until(*device::hid::plan_of(three, shown), [&] { return !phone.reports.empty(); });
    CHECK(phone.reports.back().begins("090305"
                                      "0100400080"
                                      "0200800080"
                                      "03ffbf0080"));
}

TEST_CASE_METHOD(played_phone, "a key that is down when its stroke is cancelled goes up", "[hid]")
{
    connect();
    play_until(typed("aaaaaaaaaaaaaaaaaaaa"), [&] { return !phone.reports.empty(); });
    CHECK(phone.reports.back().begins("0100000000"));
    CHECK(phone.reports.size() < 40);
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone,
                 "a gesture that waits for its turn is cancelled without a trace",
                 "[hid]")
{
    connect();
    const auto wait_behind_it = [&]() -> boost::asio::awaitable<void> {
        co_await until([&] { return !phone.reports.empty(); });
        co_await async::race(client->play(pressed_for(1ms)), async::sleep_for(50ms));
    };
    const auto whole = [&]() -> boost::asio::awaitable<bool> {
        co_await async::race(client->play(pressed_for(5min)), wait_behind_it());
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
    CHECK(count(finger_up) == 1);
}

TEST_CASE_METHOD(played_phone,
                 "a finger is lifted through a new connection where the first is lost",
                 "[hid]")
{
    connect();
    phone.on_report = [&](const heard_report& each) {
        if (each.connection == 0)
            phone.hang_up(0);
    };
    const auto played = play(pressed_for(5min)); // which nobody waits for
    REQUIRE_FALSE(played);
    CHECK(played.error().phone == device::reached::perhaps);
    CHECK(played.error().cause == "connection_closed");
    std::vector<std::string> anew;
    for (const auto& each : phone.reports)
        if (each.connection != 0)
            anew.push_back(each.bytes.substr(0, 8));
    CHECK(anew ==
          std::vector<std::string>(2, std::string(finger_up))); // at once, and once it is heard
    CHECK(count(finger_down) == 1);
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone,
                 "a finger whose lifting is lost with its connection is lifted again",
                 "[hid]")
{
    connect({.settle = 0ms, .after_release = 500ms, .pause = 1ms});
    phone.on_report = [&](const heard_report& each) {
        if (each.connection == 0 && each.begins(finger_up))
            phone.hang_up(0);
    };
    play_until(pressed_for(5min), [&] { return !phone.reports.empty(); });
    CHECK(count(finger_up) == 3); // the lost one, and two through another connection
    CHECK(phone.reports.back().connection != 0);
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone,
                 "a gesture whose last report is lost with its connection is lifted again",
                 "[hid]")
{
    connect({.settle = 0ms, .after_release = 1min, .pause = 1ms});
    REQUIRE(play(pressed_for(1ms)));
    CHECK(held->empty());
    phone.hang_up(0);
    const auto lifted_again = [&]() -> boost::asio::awaitable<bool> {
        co_await async::race(client->keep_warm(), until([&] { return count(finger_up) == 2; }));
        co_return true;
    };
    CHECK(run_until_done(context, lifted_again()));
    CHECK(phone.reports.back().connection != 0);
    CHECK(count(finger_down) == 1);
}

TEST_CASE_METHOD(played_phone,
                 "a gesture whose last report may be lost outlives its client",
                 "[hid]")
{
    connect({.settle = 0ms, .after_release = 1min, .pause = 1ms});
    REQUIRE(play(pressed_for(1ms)));
    CHECK(held->empty());
    client.reset(); // its tunnel is lost
    CHECK_FALSE(held->empty());
}

TEST_CASE_METHOD(played_phone,
                 "a last report that the phone has not acknowledged is lifted again, however late",
                 "[hid]")
{
    connect();
    REQUIRE(play(pressed_for(1ms)));
    phone.connections[0]->acknowledges = false;
    phone.hang_up(0);
    const auto lifted_again = [&]() -> boost::asio::awaitable<bool> {
        co_await async::race(client->keep_warm(), until([&] { return count(finger_up) == 2; }));
        co_return true;
    };
    CHECK(run_until_done(context, lifted_again()));
}

TEST_CASE_METHOD(played_phone,
                 "a gesture that is cancelled while the phone has no room for it is felt no later",
                 "[hid]")
{
    connect();
    REQUIRE(play(pressed_for(1ms)));
    phone.connections[0]->acknowledges = false;
    play_until(pressed_for(1ms), [&] { return phone.reports.size() == 4; });
    CHECK(phone.connections[0]->aborted);
    CHECK(phone.reports.back().begins(finger_up));
    CHECK(phone.reports.back().connection != 0);
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone, "whoever ends the process waits for an acknowledgement", "[hid]")
{
    connect({.settle = 0ms, .after_release = 0ms, .pause = 1ms, .tell = 1min});
    REQUIRE(play(pressed_for(1ms)));
    phone.connections[0]->acknowledges = false;
    const auto whole = [&]() -> boost::asio::awaitable<bool> {
        bool arrived = false;
        boost::asio::co_spawn(context, client->until_arrived(),
                              [&](const std::exception_ptr&) { arrived = true; });
        co_await async::sleep_for(30ms);
        CHECK_FALSE(arrived);
        phone.connections[0]->acknowledges = true;
        co_await until([&] { return arrived; });
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

TEST_CASE_METHOD(played_phone, "whoever ends the process has lifted what was left down", "[hid]")
{
    connect();
    REQUIRE(play(pressed_for(1ms)));
    held->expect(
        device::hid::touch_frame{{{.identity = 4, .touching = true, .where = {.x = 1, .y = 2}}}});
    const auto arrived = [&]() -> boost::asio::awaitable<bool> {
        co_await client->until_arrived();
        co_return true;
    };
    CHECK(run_until_done(context, arrived()));
    CHECK(phone.reports.back().begins("0901050401000200"));
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone,
                 "a finger that cannot be lifted is so by the next connection",
                 "[hid]")
{
    connect();
    phone.on_report = [&](const heard_report&) {
        phone.refuses = true;
        phone.hang_up(0);
    };
    const auto played = play(pressed_for(5min));
    REQUIRE_FALSE(played);
    CHECK(played.error().phone == device::reached::perhaps);
    CHECK_FALSE(held->empty());
    phone.on_report = nullptr;
    phone.refuses = false;
    phone.reports.clear();
    connect(); // another tunnel
    const auto lifted = [&]() -> boost::asio::awaitable<bool> {
        co_await async::race(client->keep_warm(), until([&] { return held->empty(); }));
        co_return true;
    };
    CHECK(run_until_done(context, lifted()));
    CHECK(phone.reports.size() == 2); // at once, and once it is surely heard
    CHECK(count(finger_up) == 2);
}

TEST_CASE_METHOD(played_phone, "what was left down is lifted before the next gesture", "[hid]")
{
    held->expect(
        device::hid::touch_frame{{{.identity = 4, .touching = true, .where = {.x = 1, .y = 2}}}});
    connect();
    REQUIRE(play(pressed_for(1ms)));
    REQUIRE(phone.reports.size() == 3);
    CHECK(phone.reports[0].begins("0901050401000200"));
}

TEST_CASE_METHOD(played_phone,
                 "a finger whose lifting the phone has dropped is lifted before the next gesture",
                 "[hid]")
{
    connect();
    const auto plan = pressed_for(1ms);
    REQUIRE(play(plan));
    held->expect_all_of(plan);
    CHECK_FALSE(held->empty());
    REQUIRE(play(plan));
    CHECK(count(finger_up) == 3);
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone,
                 "a phone that takes nothing any more is left with an unknown outcome",
                 "[hid]")
{
    connect();
    phone.on_report = [&](const heard_report&) { phone.connections[0]->deaf = true; };
    const auto played = play(pressed_for(5min));
    REQUIRE_FALSE(played);
    CHECK(played.error().what == device::problem::timed_out);
    CHECK(played.error().phone == device::reached::perhaps);
    CHECK(phone.reports.back().begins(finger_up));
    CHECK(phone.reports.back().connection != 0);
}

} // namespace thimble::tests
