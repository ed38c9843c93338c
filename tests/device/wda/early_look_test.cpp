// A look that was made before its touch came is good for the next input alone, and not for long.
#include "device/wda/early_look.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds age_limit{500};
constexpr screen::point_size seen{.width = 393, .height = 852};
const device::wda::early_look::time look_end{};

} // namespace

TEST_CASE("an early look serves the next input once", "[device]")
{
    device::wda::early_look look(age_limit);
    look.begin(4);
    look.end(seen, look_end);
    CHECK(look.take(5, look_end + age_limit) == seen);
    CHECK_FALSE(look.take(5, look_end + age_limit));
}

TEST_CASE("an early look is not older than its limit, from its end on", "[device]")
{
    device::wda::early_look look(age_limit);
    look.begin(4);
    look.end(seen, look_end);
    CHECK_FALSE(look.take(5, look_end + age_limit + milliseconds(1)));
}

TEST_CASE("an early look is nothing to an input that another one has preceded", "[device]")
{
    device::wda::early_look look(age_limit);
    look.begin(4);
    look.end(seen, look_end);
    CHECK_FALSE(look.take(6, look_end));
}

TEST_CASE("an early look that has not ended, or failed, tells nothing", "[device]")
{
    device::wda::early_look look(age_limit);
    look.begin(4);
    look.end(seen, look_end);
    look.begin(4);
    CHECK_FALSE(look.take(5, look_end));
}

} // namespace thimble::tests
