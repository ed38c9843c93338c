// The ages of pushed pictures, and how many of them are handed on. No clock runs here.
#include "device/wda/frame_times.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using device::wda::capture_times;
using device::wda::frame_pace;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

capture_times::time at(milliseconds since_connecting)
{
    return capture_times::time(1h) + since_connecting;
}

const auto start = at(0ms) - capture_times::longest_capture;

/// Number of pictures that go through, of those that come so often in ten seconds, a bit early and
/// late.
int let_through(int wanted, int sent, milliseconds jitter = 0ms)
{
    frame_pace pace(wanted);
    int count = 0;
    for (int each = 0; each < 10 * sent; ++each) {
        const auto late = each % 2 == 0 ? jitter : -jitter;
        const auto now = at(1s) + std::chrono::nanoseconds(1s) * each / sent + late;
        count += pace.due(now) ? 1 : 0;
    }
    return count;
}

} // namespace

TEST_CASE("a picture is no older than the first byte of the one before", "[device]")
{
    capture_times times(at(0ms));
    times.picture_begins(at(50ms), 50ms);
    CHECK(times.picture_ends(at(60ms)) == start); // it may have been under way for others
    times.picture_begins(at(150ms), 90ms);
    CHECK(times.picture_ends(at(160ms)) == at(50ms));
    times.picture_begins(at(250ms), 90ms);
    CHECK(times.picture_ends(at(260ms)) == at(150ms));
}

TEST_CASE("a picture out of a queue tells nothing about the next", "[device]")
{
    capture_times times(at(0ms));
    times.picture_begins(at(50ms), 50ms);
    times.picture_ends(at(60ms));
    times.picture_begins(at(900ms), 0ms); // nobody has read for a while
    CHECK(times.picture_ends(at(900ms)) == start);
    CHECK(times.picture_ends(at(900ms)) == start); // began in the same bytes
    CHECK(times.picture_ends(at(900ms)) == start);
    times.picture_begins(at(950ms), 40ms);
    CHECK(times.picture_ends(at(950ms)) == start);
    times.picture_begins(at(990ms), 40ms);
    CHECK(times.picture_ends(at(990ms)) == at(950ms));
}

TEST_CASE("pictures that were held up together are all as old as the first may be", "[device]")
{
    capture_times times(at(0ms));
    times.picture_begins(at(50ms), 50ms);
    times.picture_ends(at(60ms));
    times.picture_begins(at(900ms), 840ms);
    CHECK(times.picture_ends(at(901ms)) == at(50ms));
    CHECK(times.picture_ends(at(902ms)) == at(50ms));
    times.picture_begins(at(902ms), 0ms);
    CHECK(times.picture_ends(at(903ms)) == at(50ms));
}

TEST_CASE("a line that never rests makes no picture young", "[device]")
{
    capture_times times(at(0ms));
    times.picture_begins(at(50ms), 50ms);
    times.picture_ends(at(150ms));
    for (auto now = 160ms; now < 2000ms; now += 110ms) { // the next is always there after 10 ms
        times.picture_begins(at(now), 10ms);
        CHECK(times.picture_ends(at(now + 100ms)) == start);
    }
}

TEST_CASE("as many pictures as are wanted go through", "[device]")
{
    const auto rate = GENERATE(1, 10, 15, 30, 60);
    CHECK(let_through(rate, rate) == 10 * rate);
    CHECK(let_through(rate, rate, milliseconds(200 / rate)) == 10 * rate);
}

TEST_CASE("pictures that nobody wants are left out evenly", "[device]")
{
    const auto [wanted, sent] = GENERATE(std::pair(10, 15), std::pair(1, 15), std::pair(7, 60));
    const auto count = let_through(wanted, sent);
    CHECK(count >= 10 * wanted);
    CHECK(count <= 10 * wanted + 1); // the last one may be early
    CHECK(let_through(30, 10) == 100);
}

TEST_CASE("pictures that were missed are not made up for", "[device]")
{
    frame_pace pace(10);
    CHECK(pace.due(at(0ms)));
    int count = 0;
    for (int each = 0; each < 20; ++each)
        count += pace.due(at(5s)) ? 1 : 0;
    CHECK(count <= 2);
}

} // namespace thimble::tests
