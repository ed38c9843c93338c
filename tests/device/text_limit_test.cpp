#include "device/text_limit.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {

using device::cut_text;

TEST_CASE("a text is cut between characters", "[device]")
{
    CHECK(cut_text("Ada’s iPhone", 100) == "Ada’s iPhone");
    CHECK(cut_text("abc", 2) == "ab");
    CHECK(cut_text("a’b", 3) == "a");
    CHECK(cut_text("a’b", 4) == "a’");
    CHECK(cut_text("😀", 3).empty());
    CHECK(cut_text("", 5).empty());
}

TEST_CASE("a text ends where it is no UTF-8 any more", "[device]")
{
    CHECK(cut_text("ok\xff\xfe", 10) == "ok");
    CHECK(cut_text("ok\xc0\xaf", 10) == "ok");         // too long for what it says
    CHECK(cut_text("ok\xed\xa0\x80", 10) == "ok");     // half a surrogate pair
    CHECK(cut_text("ok\xf4\x90\x80\x80", 10) == "ok"); // beyond the last character
    CHECK(cut_text("ok\xe2\x80", 10) == "ok");
    CHECK(cut_text("ok\x80", 10) == "ok");
}

TEST_CASE("what becomes part of a message is one line that no terminal obeys", "[device]")
{
    CHECK(device::cut_to_line("It\nwill\x1b[31m not.", 100) == "It will [31m not.");
    CHECK(device::cut_to_line("a\xc2\x85z", 100) == "a z");
    CHECK(device::cut_to_line("a’b", 3) == "a");
    CHECK(device::cut_to_line("ok\xff", 100) == "ok");
}

} // namespace thimble::tests
