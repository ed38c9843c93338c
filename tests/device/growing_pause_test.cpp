// The pause before the next attempt at what keeps failing.
#include "device/growing_pause.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {

TEST_CASE("a pause doubles from failure to failure up to the longest", "[device]")
{
    using namespace std::chrono_literals;
    device::growing_pause again(200ms, 1s);
    CHECK(again.after_failure() == 200ms);
    CHECK(again.after_failure() == 400ms);
    CHECK(again.after_failure() == 800ms);
    CHECK(again.after_failure() == 1s);
    CHECK(again.after_failure() == 1s);
    again.reset();
    CHECK(again.after_failure() == 200ms);
}

} // namespace thimble::tests
