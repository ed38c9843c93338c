#include "tests/catch2.hpp"
#include "text/whole_number.hpp"

#include <cstdint>
#include <string>

namespace thimble::service {

TEST_CASE("a text that is a number from end to end is read", "[text]")
{
    CHECK(whole_number<int>("0") == 0);
    CHECK(whole_number<int>("-7") == -7);
    CHECK(whole_number<std::uint16_t>("65535") == 65535);
    CHECK(whole_number<std::int64_t>("-9223372036854775808") == INT64_MIN);
    CHECK(whole_number<unsigned>("007") == 7U);
}

TEST_CASE("a text with anything else is no number", "[text]")
{
    for (const std::string wrong : {"", "-", "+1", " 1", "1 ", "1.0", "0x1", "1e3", "one"}) {
        INFO(wrong);
        CHECK_FALSE(whole_number<int>(wrong));
    }
    CHECK_FALSE(whole_number<unsigned>("-1"));
}

TEST_CASE("a number that does not fit is none", "[text]")
{
    CHECK_FALSE(whole_number<std::uint16_t>("65536"));
    CHECK_FALSE(whole_number<std::int64_t>("9223372036854775808"));
    CHECK(whole_number<int>("1", 1, 60) == 1);
    CHECK(whole_number<int>("60", 1, 60) == 60);
    CHECK_FALSE(whole_number<int>("0", 1, 60));
    CHECK_FALSE(whole_number<int>("61", 1, 60));
}

} // namespace thimble::service
