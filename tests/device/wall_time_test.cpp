// Moments of the steady clock on the wall.
#include "device/wall_time.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {

TEST_CASE("a moment is no later on the wall than it was", "[device]")
{
    using namespace std::chrono_literals;
    const auto wall_before = std::chrono::system_clock::now();
    const auto before = std::chrono::steady_clock::now();
    const auto told = device::wall_time(before - 1h);
    const auto spent = std::chrono::steady_clock::now() - before;
    CHECK(told <= std::chrono::system_clock::now() - 1h);
    CHECK(told >= wall_before - 1h - spent - 1us); // by the rounding of the clocks
}

} // namespace thimble::tests
