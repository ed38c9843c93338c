// Moments of capture, by the reports of whoever sends the pictures.
#include "device/media/sender_clock.hpp"
#include "tests/catch2.hpp"

namespace thimble::device::media {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t ticks = 24'000; // a second
constexpr std::uint64_t wall_second = 1ULL << 32U;

/// A phone that reports once a second, on a link that takes its time.
struct reporting_phone {
    void report(std::chrono::milliseconds on_its_way)
    {
        clock.take({.source = 1, .time = time_at(now), .wall = wall_at(now), .packets = 0},
                   now + on_its_way);
    }

    static std::uint32_t time_at(sender_clock::time when)
    {
        const std::chrono::duration<double> since = when - sender_clock::time(1h);
        return 0xffff'f000U + // so that it soon begins anew
               static_cast<std::uint32_t>(static_cast<std::int64_t>(since.count() * ticks));
    }

    static std::uint64_t wall_at(sender_clock::time when)
    {
        const std::chrono::duration<double> since = when - sender_clock::time(1h);
        return (3'900'000'000ULL << 32U) +
               static_cast<std::uint64_t>(since.count() * static_cast<double>(wall_second));
    }

    sender_clock::time now{1h};
    sender_clock clock;
};

auto distance(sender_clock::time one, sender_clock::time other)
{
    return std::chrono::abs(std::chrono::duration_cast<std::chrono::microseconds>(one - other));
}

} // namespace

TEST_CASE("a picture's capture is told by the quickest of two reports", "[media]")
{
    reporting_phone phone;
    phone.report(20ms);
    const auto captured = phone.now + 400ms;
    CHECK(phone.clock.captured(phone.time_at(captured), captured + 60ms) == captured + 60ms);
    phone.now += 1s;
    phone.report(2ms);
    CHECK(distance(phone.clock.captured(phone.time_at(captured), captured + 60ms), captured + 2ms) <
          100us);
    for (int later = 1; later < 30; ++later) {
        phone.now += 1s;
        phone.report(std::chrono::milliseconds(5 + later % 3));
        const auto next = phone.now + 300ms;
        const auto told = phone.clock.captured(phone.time_at(next), next + 45ms);
        CHECK(told >= next);
        CHECK(told <= next + 8ms);
    }
}

TEST_CASE("a clock that tells of something impossible is not believed", "[media]")
{
    reporting_phone phone;
    phone.report(2ms);
    phone.now += 1s;
    phone.report(2ms);
    const auto arrived = phone.now + 500ms;
    // From the future, and older than any.
    CHECK(phone.clock.captured(phone.time_at(arrived + 1s), arrived) == arrived);
    CHECK(phone.clock.captured(phone.time_at(arrived - 700ms), arrived) == arrived);
}

TEST_CASE("what the clock does not tell has taken the usual time", "[media]")
{
    reporting_phone phone;
    phone.clock = sender_clock(30ms); // as another stream has seen it
    CHECK(phone.clock.captured(5, phone.now) == phone.now - 30ms);
    phone.report(0ms);
    phone.now += 1s;
    phone.report(0ms);
    for (int each = 0; each < 60; ++each) {
        const auto captured = phone.now + std::chrono::milliseconds(each);
        phone.clock.captured(phone.time_at(captured), captured + 50ms);
    }
    CHECK(phone.clock.coding() > 49ms);
    CHECK(phone.clock.coding() < 51ms);
    const auto arrived = phone.now + 500ms;
    CHECK(phone.clock.captured(phone.time_at(arrived + 1s), arrived) ==
          arrived - phone.clock.coding());
}

TEST_CASE("the usual time is learnt from pictures before the second report", "[media]")
{
    reporting_phone phone;
    phone.report(0ms);
    for (int each = 0; each < 40; ++each) {
        const auto captured = phone.now + std::chrono::milliseconds(16 * each);
        CHECK(phone.clock.captured(phone.time_at(captured), captured + 70ms) == captured + 70ms);
    }
    phone.now += 1s;
    phone.report(0ms);
    CHECK(distance(sender_clock::time(phone.clock.coding()), sender_clock::time(70ms)) < 100us);
}

TEST_CASE("reports that do not tell the time are of no use", "[media]")
{
    const auto [time_step, wall_step, arrival_step] =
        GENERATE(std::tuple{0U, wall_second, 1'000ms},           // its clock stands
                 std::tuple{ticks, std::uint64_t{0}, 1'000ms},   // it has no clock on the wall
                 std::tuple{ticks, wall_second * 90, 1'000ms},   // which was set meanwhile
                 std::tuple{0U - ticks, wall_second, 1'000ms},   // it runs backwards
                 std::tuple{40'000'000U, wall_second, 1'000ms}); // or too quickly
    sender_clock clock;
    sender_report told{.source = 1, .time = 5, .wall = 7, .packets = 0};
    sender_clock::time now{1h};
    for (int each = 0; each < 20; ++each) {
        clock.take(told, now);
        CHECK(clock.captured(told.time + 10, now + 40ms) == now + 40ms);
        told.time += time_step;
        told.wall += wall_step;
        now += arrival_step;
    }
}

TEST_CASE("a clock that was set is known again by the report after that", "[media]")
{
    reporting_phone phone;
    phone.report(1ms);
    phone.now += 1s;
    phone.report(1ms);
    phone.clock.take({.source = 1, .time = 77, .wall = 1, .packets = 0}, phone.now + 1s);
    const auto captured = phone.now + 1500ms;
    CHECK(phone.clock.captured(phone.time_at(captured), captured + 30ms) == captured + 30ms);
    for (int each = 0; each < 2; ++each) {
        phone.now += 1s;
        phone.report(1ms);
    }
    CHECK(distance(phone.clock.captured(phone.time_at(captured), captured + 30ms), captured + 1ms) <
          100us);
}

} // namespace thimble::device::media
