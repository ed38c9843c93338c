#include "tests/catch2.hpp"
#include "virtualphone/os/model/device_clock.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::virtualphone::device_clock;
using thimble::virtualphone::milliseconds;

namespace {

/// Starts `count` sleeps of this length side by side and runs until all have ended.
void sleep_side_by_side(device_clock& clock, milliseconds length, int count)
{
    asio::io_context context;
    int ended = 0;
    for (int i = 0; i < count; ++i)
        asio::co_spawn(context, clock.sleep(length), [&](const std::exception_ptr& failure) {
            CHECK(failure == nullptr);
            ++ended;
        });
    context.run_for(10s);
    REQUIRE(ended == count);
}

} // namespace

TEST_CASE("with factor 0 an hour of the phone's time costs nothing", "[virtualphone]")
{
    device_clock clock(0);
    const auto began = std::chrono::steady_clock::now();
    const auto before = clock.now();
    sleep_side_by_side(clock, 1h, 1);
    CHECK(clock.now() - before >= milliseconds(1h));
    CHECK(std::chrono::steady_clock::now() - began < 5s);
}

TEST_CASE("sleeps side by side skip the same stretch of time once", "[virtualphone]")
{
    device_clock clock(0);
    const auto before = clock.now();
    sleep_side_by_side(clock, 1h, 5);
    CHECK(clock.now() - before >= milliseconds(1h));
    CHECK(clock.now() - before < milliseconds(1h + 1min));
}

TEST_CASE("with factor 1 the phone's time is real time", "[virtualphone]")
{
    device_clock clock(1);
    const auto began = std::chrono::steady_clock::now();
    const auto before = clock.now();
    sleep_side_by_side(clock, 30ms, 1);
    const milliseconds real = std::chrono::steady_clock::now() - began;
    CHECK(real >= 30ms);
    CHECK(clock.now() - before >= milliseconds(30));
    CHECK(clock.now() - before < real + milliseconds(1s)); // nothing was skipped
}

TEST_CASE("between the two, waits are shortened and the clock jumps over the rest",
          "[virtualphone]")
{
    device_clock clock(0.001);
    const auto began = std::chrono::steady_clock::now();
    const auto before = clock.now();
    sleep_side_by_side(clock, 10s, 1);
    CHECK(clock.now() - before >= milliseconds(10s));
    CHECK(std::chrono::steady_clock::now() - began < 9s);
}

TEST_CASE("a negative length is no wait at all", "[virtualphone]")
{
    device_clock clock(0);
    const auto before = clock.now();
    sleep_side_by_side(clock, -1h, 1);
    CHECK(clock.now() >= before);
}
