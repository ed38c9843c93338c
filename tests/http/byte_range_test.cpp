// Parts of a content that requests ask for.
#include "http/byte_range.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::http {

namespace {

/// "3+4": four bytes from the third on. "whole", "none".
std::string read(std::string_view field, std::uint64_t size = 10)
{
    const auto asked = read_range(field, size);
    if (asked.kind == range_kind::whole)
        return "whole";
    if (asked.kind == range_kind::none)
        return "none";
    return std::to_string(asked.bytes.first) + "+" + std::to_string(asked.bytes.length);
}

} // namespace

TEST_CASE("a range names its first and its last byte, or how many at the end", "[http]")
{
    CHECK(read("bytes=0-0") == "0+1");
    CHECK(read("bytes=3-6") == "3+4");
    CHECK(read("bytes=3-") == "3+7");
    CHECK(read("bytes=3-9") == "3+7");
    CHECK(read("bytes=3-1000") == "3+7");
    CHECK(read("bytes=-4") == "6+4");
    CHECK(read("bytes=-1000") == "0+10");
    CHECK(read("Bytes= 3-6 ") == "3+4");
    CHECK(read("bytes=0-18446744073709551615") == "0+10");
}

TEST_CASE("a range behind the end is none", "[http]")
{
    CHECK(read("bytes=10-") == "none");
    CHECK(read("bytes=10-12") == "none");
    CHECK(read("bytes=-0") == "none");
    CHECK(read("bytes=0-", 0) == "none");
    CHECK(read("bytes=-5", 0) == "none");
}

TEST_CASE("what is no single range of bytes is passed over", "[http]")
{
    for (const auto* each :
         {"", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "bytes=5-3", "bytes=1-2,4-5",
          "bytes=+1-2", "bytes=1--2", "items=1-2", "bytes=0x1-2", "bytes=1-18446744073709551616"})
        CHECK(read(each) == "whole");
}

TEST_CASE("the part that is sent is named, with the size where that is known", "[http]")
{
    CHECK(content_range({.first = 3, .length = 4}, 10) == "bytes 3-6/10");
    CHECK(content_range({.first = 0, .length = 1}, std::nullopt) == "bytes 0-0/*");
}

} // namespace thimble::service::http
