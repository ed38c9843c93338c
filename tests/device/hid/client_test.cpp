// Plans on the wire: once, in time, to the surface that they are for.
#include "tests/device/hid/played_phone.hpp"

namespace thimble::tests {

using namespace std::chrono_literals;

TEST_CASE_METHOD(played_phone, "a tap is two reports to the touchscreen", "[hid]")
{
    connect();
    const auto began = std::chrono::steady_clock::now();
    REQUIRE(play(*device::hid::plan_of(gesture::tap(middle), shown)));
    REQUIRE(phone.reports.size() == 2);
    CHECK(phone.reports[0].begins("090105c200800080"));
    CHECK(phone.reports[1].begins("0901050200800080"));
    CHECK(phone.reports[0].surface == 257);
    CHECK(phone.reports[1].at - began >= gesture::tap_hold); // the first may have come late
    CHECK(held->empty());
}

TEST_CASE_METHOD(played_phone,
                 "a tap that the phone has no room for is told as perhaps done, the next one done",
                 "[hid]")
{
    connect();
    REQUIRE(play(pressed_for(1ms)));
    phone.connections[0]->acknowledges = false;
    const auto stuck = play(pressed_for(1ms));
    REQUIRE_FALSE(stuck);
    CHECK(stuck.error().what == device::problem::timed_out);
    CHECK(stuck.error().phone == device::reached::perhaps);
    CHECK(phone.connections[0]->aborted);
    REQUIRE(play(pressed_for(1ms)));
    CHECK(phone.reports.back().connection != 0);
}

TEST_CASE_METHOD(played_phone, "gestures follow one another on one connection", "[hid]")
{
    connect();
    REQUIRE(play(pressed_for(1ms)));
    REQUIRE(play(pressed_for(1ms)));
    REQUIRE(phone.reports.size() == 4);
    CHECK(phone.reports[0].connection == phone.reports[3].connection);
    CHECK(phone.connections.size() == 2); // the surfaces were asked for on one of their own
}

TEST_CASE_METHOD(played_phone, "stamps grow by the times of the plan", "[hid]")
{
    connect();
    REQUIRE(play(pressed_for(200ms)));
    const auto stamp_of = [](const heard_report& each) {
        std::int64_t stamp = 0;
        for (std::size_t byte = 49; byte >= 44; --byte)
            stamp = stamp * 256 + std::stoll(each.bytes.substr(2 * byte, 2), nullptr, 16);
        return stamp;
    };
    CHECK(stamp_of(phone.reports.back()) - stamp_of(phone.reports.front()) == 200'000'000);
    REQUIRE(play(pressed_for(1ms)));
    for (std::size_t i = 1; i < phone.reports.size(); ++i)
        CHECK(stamp_of(phone.reports[i]) > stamp_of(phone.reports[i - 1]));
}

TEST_CASE_METHOD(played_phone, "no report is early, and each is sent", "[hid]")
{
    connect();
    const auto plan = pressed_for(500ms);
    const auto began = std::chrono::steady_clock::now();
    REQUIRE(play(plan));
    REQUIRE(phone.reports.size() == plan.size());
    for (std::size_t i = 0; i < plan.size(); ++i)
        CHECK(phone.reports[i].at - began >= plan[i].at);
}

TEST_CASE_METHOD(played_phone, "keys go to the phone's own keyboard", "[hid]")
{
    connect();
    REQUIRE(play(typed("a")));
    REQUIRE(phone.reports.size() == 2);
    CHECK(phone.reports[0].begins("0110"));
    CHECK(phone.reports[0].surface == 512);
    CHECK(phone.reports[1].begins("0100"));
    CHECK(phone.questions == std::vector<std::string>{"connectedServices"});
}

TEST_CASE_METHOD(played_phone, "a phone without a keyboard is asked to make one, once", "[hid]")
{
    phone.surfaces = {257};
    connect();
    REQUIRE(play(typed("a")));
    REQUIRE(play(typed("b")));
    CHECK(phone.questions == std::vector<std::string>{"connectedServices", "createService"});
    REQUIRE(phone.reports.size() == 4);
    CHECK(phone.reports[0].surface == 0x1'0000'2001);
    CHECK(phone.reports[0].connection == phone.reports[3].connection);
}

TEST_CASE_METHOD(played_phone,
                 "a connection that is lost before there is a keyboard tells of no keyboard",
                 "[hid]")
{
    phone.surfaces = {257};
    phone.drops_keyboard_wishes = true;
    connect();
    const auto typed_a = play(typed("a"));
    REQUIRE_FALSE(typed_a);
    CHECK(typed_a.error().cause == "connection_closed");
    CHECK(typed_a.error().phone == device::reached::nothing);
    CHECK(phone.reports.empty());
    phone.drops_keyboard_wishes = false;
    CHECK(play(typed("a")));
}

TEST_CASE_METHOD(played_phone, "what the phone has no surface for is not sent", "[hid]")
{
    phone.surfaces = {1026};
    phone.makes_keyboards = false;
    connect();
    const auto touched = play(pressed_for(1ms));
    REQUIRE_FALSE(touched);
    CHECK(touched.error().what == device::problem::unsupported);
    CHECK(touched.error().cause == "touchscreen_missing");
    CHECK_FALSE(client->has_touchscreen());
    const auto typed_a = play(typed("a"));
    REQUIRE_FALSE(typed_a);
    CHECK(typed_a.error().cause == "keyboard_missing");
    CHECK(typed_a.error().phone == device::reached::nothing);
    CHECK(phone.reports.empty());
}

TEST_CASE_METHOD(played_phone, "a phone that is too old is told nothing", "[hid]")
{
    phone.too_old = true;
    connect();
    const auto touched = play(pressed_for(1ms));
    REQUIRE_FALSE(touched);
    CHECK(touched.error().cause == "touchscreen_missing");
    const auto typed_a = play(typed("a"));
    REQUIRE_FALSE(typed_a);
    CHECK(typed_a.error().cause == "keyboard_missing");
    CHECK_FALSE(client->has_touchscreen());
    CHECK_FALSE(client->has_keyboard());
    CHECK(phone.questions == std::vector<std::string>{"connectedServices"});
    CHECK(phone.reports.empty());
}

TEST_CASE_METHOD(played_phone, "a phone that lists no surfaces has those that all have", "[hid]")
{
    phone.lists_surfaces = false;
    connect();
    CHECK_FALSE(client->has_touchscreen()); // it has not been asked
    int told = 0;
    client->on_surfaces([&] { ++told; });
    REQUIRE(play(pressed_for(1ms)));
    CHECK(told == 1);
    CHECK(client->has_touchscreen());
    CHECK(client->has_keyboard());
    REQUIRE(play(typed("a")));
    CHECK(phone.reports[0].surface == 257);
    CHECK(phone.reports[2].surface == 512);
}

TEST_CASE_METHOD(played_phone, "a new connection is given time before the first report", "[hid]")
{
    connect({.settle = 300ms, .after_release = 0ms, .pause = 1ms});
    const auto began = std::chrono::steady_clock::now();
    REQUIRE(play(pressed_for(1ms)));
    CHECK(phone.reports[0].at - began >= 300ms);
}

TEST_CASE_METHOD(played_phone,
                 "whoever ends the connection waits until the last report has had time to arrive",
                 "[hid]")
{
    connect({.settle = 0ms, .after_release = 200ms, .pause = 1ms});
    const auto arrived = [&]() -> boost::asio::awaitable<std::chrono::steady_clock::time_point> {
        co_await client->until_arrived();
        co_return std::chrono::steady_clock::now();
    };
    run_until_done(context, arrived()); // there is none yet
    const auto began = std::chrono::steady_clock::now();
    REQUIRE(play(pressed_for(1ms)));
    CHECK(run_until_done(context, arrived()) - began >= 200ms);
}

TEST_CASE_METHOD(played_phone, "whoever ends the connection waits for a gesture", "[hid]")
{
    connect();
    const auto both = [&]() -> boost::asio::awaitable<bool> {
        bool played = false;
        boost::asio::co_spawn(context, client->play(pressed_for(100ms)),
                              [&](const std::exception_ptr&, device::result<void> done) {
                                  played = done.has_value();
                              });
        co_await until([&] { return !phone.reports.empty(); });
        co_await client->until_arrived();
        co_await until([&] { return played; });
        co_return held->empty();
    };
    CHECK(run_until_done(context, both()));
    CHECK(count(finger_up) == 1);
}

TEST_CASE_METHOD(played_phone, "a gesture that could not begin has reached nothing", "[hid]")
{
    connect();
    phone.refuses = true;
    const auto played = play(pressed_for(1ms));
    REQUIRE_FALSE(played);
    CHECK(played.error().phone == device::reached::nothing);
    CHECK(phone.reports.empty());
    phone.refuses = false;
    CHECK(play(pressed_for(1ms)));
}

TEST_CASE_METHOD(played_phone, "a phone without the service is not asked", "[hid]")
{
    phone.names_hid_service = false;
    connect();
    const auto played = play(pressed_for(1ms));
    REQUIRE_FALSE(played);
    CHECK(played.error().cause == "service_missing");
    CHECK(phone.connections.empty());
}

TEST_CASE_METHOD(played_phone, "a connection is there before the first gesture, and again", "[hid]")
{
    connect();
    const auto whole = [&]() -> boost::asio::awaitable<bool> {
        co_await async::race(client->keep_warm(),
                             until([&] { return phone.connections.size() >= 2; }));
        phone.hang_up(0);
        co_await async::race(client->keep_warm(),
                             until([&] { return phone.connections.size() >= 4; }));
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
    CHECK(phone.reports.empty());
}

} // namespace thimble::tests
