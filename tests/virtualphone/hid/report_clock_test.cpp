// The moments that reports tell of, on the phone's clock.
#include "tests/catch2.hpp"
#include "virtualphone/hid/report_clock.hpp"

namespace thimble::tests {
namespace {

using thimble::virtualphone::milliseconds;
using thimble::virtualphone::hid::report_clock;

constexpr std::uint64_t ms = 1'000'000;

} // namespace

TEST_CASE("reports keep their distances however late they come", "[hid]")
{
    report_clock clock;
    CHECK(clock.read(500 * ms, milliseconds(1000)) == milliseconds(1000));
    CHECK(clock.read(516 * ms, milliseconds(1090)) == milliseconds(1016));
    CHECK(clock.read(532 * ms, milliseconds(1091)) == milliseconds(1032));
}

TEST_CASE("a report tells of nothing that has yet to come", "[hid]")
{
    report_clock clock;
    clock.read(0, milliseconds(1000));
    CHECK(clock.read(50 * ms, milliseconds(1020)) == milliseconds(1020));
    CHECK(clock.read(60 * ms, milliseconds(1100)) == milliseconds(1030));
}

TEST_CASE("a host's clock that goes back or far ahead counts from now", "[hid]")
{
    report_clock clock;
    clock.read(500 * ms, milliseconds(1000));
    CHECK(clock.read(400 * ms, milliseconds(1050)) == milliseconds(1050));
    CHECK(clock.read(9'000 * ms, milliseconds(1100)) == milliseconds(1100));
}

TEST_CASE("a host's clock of 48 bits begins anew", "[hid]")
{
    report_clock clock;
    constexpr std::uint64_t end = std::uint64_t{1} << 48U;
    clock.read(end - 5 * ms, milliseconds(1000));
    CHECK(clock.read(5 * ms, milliseconds(1500)) == milliseconds(1010));
}

TEST_CASE("a new touch comes on time", "[hid]")
{
    report_clock clock;
    clock.read(0, milliseconds(1000));
    clock.begin_anew();
    CHECK(clock.read(100 * ms, milliseconds(1900)) == milliseconds(1900));
}

} // namespace thimble::tests
