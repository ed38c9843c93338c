#include "tests/catch2.hpp"
#include "virtualphone/os/gestures/tap_series.hpp"

using thimble::virtualphone::gesture;
using thimble::virtualphone::milliseconds;
using thimble::virtualphone::place;
using thimble::virtualphone::tap_series;

namespace {

/// A tap of 80 ms that begins at `ms`.
gesture tap(double ms, place where = {.x = 100, .y = 100})
{
    gesture out;
    out.start = out.where = where;
    out.began = milliseconds(ms);
    out.at = milliseconds(ms + 80);
    return out;
}

} // namespace

TEST_CASE("taps that follow each other quickly count up to three", "[virtualphone]")
{
    tap_series taps;
    CHECK(taps.count(tap(0), "note") == 1);
    CHECK(taps.count(tap(430), "note") == 2); // 350 ms after the lift
    CHECK(taps.count(tap(600), "note") == 3);
    CHECK(taps.count(tap(750), "note") == 1);
}

TEST_CASE("taps that are too far apart are taps of their own", "[virtualphone]")
{
    tap_series taps;
    taps.count(tap(0), "note");
    CHECK(taps.count(tap(431), "note") == 1);                         // in time
    CHECK(taps.count(tap(600, {.x = 141, .y = 100}), "note") == 1);   // in place
    CHECK(taps.count(tap(800, {.x = 141, .y = 139}), "note") == 2);   // near enough
    CHECK(taps.count(tap(1000, {.x = 141, .y = 139}), "title") == 1); // on another thing
}

TEST_CASE("a forgotten tap is nobody's first", "[virtualphone]")
{
    tap_series taps;
    taps.count(tap(0), "note");
    taps.forget();
    CHECK(taps.count(tap(200), "note") == 1);
}
