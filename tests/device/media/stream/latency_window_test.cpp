// The spread of times that were measured lately.
#include "device/media/stream/latency_window.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using device::media::latency_window;

constexpr latency_window::time begin{1h};

} // namespace

TEST_CASE("half and 95 of 100 took no longer than is told", "[stream]")
{
    latency_window window;
    CHECK_FALSE(window.spread(begin));
    for (int each = 100; each > 0; --each)
        window.add(std::chrono::milliseconds(each), begin);
    const auto spread = window.spread(begin);
    REQUIRE(spread);
    CHECK(spread->p50 == 51ms);
    CHECK(spread->p95 == 96ms);
    CHECK(spread->count == 100);
}

TEST_CASE("what is older than the window does not count, nor what is too many", "[stream]")
{
    latency_window window(10s, 3);
    window.add(1ms, begin);
    CHECK(window.spread(begin + 10s)->count == 1);
    CHECK_FALSE(window.spread(begin + 11s));
    for (int each = 0; each < 5; ++each)
        window.add(std::chrono::milliseconds(each), begin + 11s);
    CHECK(window.spread(begin + 11s)->count == 3);
    CHECK(window.spread(begin + 11s)->p50 == 3ms);
}

} // namespace thimble::tests
