// Ends of a stream of pictures, and what is offered afterwards.
#include "tests/device/wda/driver_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace thimble::tests {
namespace {

using device::problem;
using namespace std::chrono_literals;

/// Lets the runner's stream say something to whoever connects.
boost::asio::awaitable<bool> say(fake_stream& stream, std::string text, bool then_hang_up)
{
    const auto before = stream.connections();
    boost::asio::steady_timer pause(co_await boost::asio::this_coro::executor);
    while (stream.connections() == before || stream.heard().empty()) {
        pause.expires_after(1ms);
        co_await pause.async_wait(boost::asio::use_awaitable);
    }
    stream.send(text);
    if (then_hang_up)
        stream.hang_up();
    co_return true;
}

struct failing_fixture : driver_fixture {
    using driver_fixture::driver_fixture;

    device::failure watch_until_it_fails()
    {
        return run_until_done(context, driver.live_frames().watch(15, [](const auto&) {}));
    }

    device::failure watch_what_says(const std::string& text, bool then_hang_up = false)
    {
        boost::asio::co_spawn(context, say(stream, text, then_hang_up), boost::asio::detached);
        return watch_until_it_fails();
    }

    bool offered() { return driver.live_frames().offered(); }
};

} // namespace

TEST_CASE("a runner without a port of pictures is not asked again at once", "[device]")
{
    failing_fixture phone;
    CHECK(phone.offered());
    phone.stream.listen(false);
    const auto failed = phone.watch_until_it_fails();
    CHECK(failed.what == problem::refused);
    CHECK(failed.cause == "stream_refused");
    CHECK_FALSE(phone.offered());
    CHECK(phone.suspicions > 0);
    REQUIRE(run_until_done(phone.context, phone.driver.probe()).complete);
    CHECK_FALSE(phone.offered());
    phone.runner.listen(false); // it ends, and another one may come
    phone.runner.drop_connections();
    run_until_done(phone.context, phone.driver.probe());
    CHECK(phone.offered());
}

TEST_CASE("a port that answers something else offers no pictures", "[device]")
{
    failing_fixture phone;
    CHECK(phone.watch_what_says("HTTP/1.1 404 Not Found\r\n\r\n").cause == "stream_refused");
    CHECK_FALSE(phone.offered());
    CHECK(phone.stream.left());
}

TEST_CASE("garbage in a stream ends it, and nothing else", "[device]")
{
    failing_fixture phone;
    const auto no_part = phone.watch_what_says(stream_head() + "garbage");
    CHECK(no_part.what == problem::capture);
    CHECK(no_part.cause == "malformed_picture");
    const auto no_jpeg =
        phone.watch_what_says(stream_head() + stream_part(screen::bytes(100, std::byte{'x'})));
    CHECK(no_jpeg.what == problem::capture);
    CHECK(no_jpeg.cause == "malformed_picture");
    CHECK(phone.stream.left());
    CHECK(phone.offered());
}

TEST_CASE("a stream that is closed is a failure", "[device]")
{
    failing_fixture phone;
    const auto failed = phone.watch_what_says(stream_head(), true);
    CHECK(failed.what == problem::capture);
    CHECK(failed.cause == "connection_lost");
    CHECK(phone.offered());
}

TEST_CASE("a silent stream is given up", "[device]")
{
    failing_fixture phone(50ms);
    CHECK(phone.watch_until_it_fails().cause == "stream_silent");
    const auto failed = phone.watch_what_says(stream_head());
    CHECK(failed.what == problem::timed_out);
    CHECK(failed.cause == "stream_silent");
    CHECK(phone.stream.left());
    CHECK(phone.offered());
}

TEST_CASE("the stream of a phone that was unplugged ends with that", "[device]")
{
    failing_fixture phone;
    phone.unplugged = true;
    const auto failed = phone.watch_what_says(stream_head(), true);
    CHECK(failed.what == problem::detached);
    phone.stream.listen(false);
    CHECK(phone.watch_until_it_fails().what == problem::detached);
    CHECK(phone.offered());
}

TEST_CASE("closing the driver ends a stream", "[device]")
{
    failing_fixture phone;
    boost::asio::steady_timer soon(phone.context, 20ms);
    soon.async_wait([&](auto) { phone.driver.close(); });
    const auto failed = phone.watch_until_it_fails();
    CHECK(failed.cause == "stream_refused");
    CHECK(phone.stream.left());
}

} // namespace thimble::tests
