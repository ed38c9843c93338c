// The direction in which the last paragraph of a text is written.
#include "daemon/actions/text_entry/writing_direction.hpp"
#include "tests/catch2.hpp"

namespace thimble::daemon {

TEST_CASE("the last paragraph's first letter says in which direction it is written", "[daemon]")
{
    CHECK_FALSE(ends_right_to_left(""));
    CHECK_FALSE(ends_right_to_left("plain"));
    CHECK_FALSE(ends_right_to_left("12 :-) 🧵"));
    CHECK(ends_right_to_left("שלום"));
    CHECK(ends_right_to_left("one\n12. مرحبا two"));
    CHECK_FALSE(ends_right_to_left("مرحبا\none"));
    CHECK_FALSE(ends_right_to_left("مرحبا\n"));
    CHECK_FALSE(ends_right_to_left("\xff\xfe\x80")); // no UTF-8
}

} // namespace thimble::daemon
