#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <cstdlib>

namespace thimble::e2e {

int slowdown()
{
    const char* const given = std::getenv("THIMBLE_TEST_SLOWDOWN"); // NOLINT(concurrency-mt-unsafe)
    constexpr long most = 100;
    return given == nullptr
               ? 1
               : static_cast<int>(std::clamp(std::strtol(given, nullptr, 10), 1L, most));
}

} // namespace thimble::e2e
