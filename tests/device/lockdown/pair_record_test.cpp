// Reading of usbmuxd's answers about a pair record.
#include "device/lockdown/pair_record.hpp"
#include "tests/catch2.hpp"

#include <cerrno>

namespace thimble::device {

TEST_CASE("a phone is known to be new only when usbmuxd says so", "[device]")
{
    CHECK(says_pair_record(0, 2000) == true);
    CHECK(says_pair_record(0, 0) == false);
    CHECK(says_pair_record(-2, 0) == false);
    for (const int busy : {-ETIMEDOUT, -ECONNREFUSED, -1, -EAGAIN})
        CHECK(says_pair_record(busy, 0) == std::nullopt);
}

} // namespace thimble::device
