// Help is broken where a terminal ends.
#include "program/wrapped_text.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

TEST_CASE("a description goes on below its beginning", "[program]")
{
    CHECK(wrapped("  --phone NAME       which phone, where there are several of them\n", 50) ==
          "  --phone NAME       which phone, where there are\n"
          "                     several of them\n");
}

TEST_CASE("prose goes on a little further in", "[program]")
{
    const std::string prose = "Drives the iPhones on the USB ports of this machine";
    CHECK(wrapped(prose, 40) == "Drives the iPhones on the USB ports of\n  this machine");
    CHECK(wrapped(prose, 51) == prose);
    CHECK(wrapped(prose + "\n\n" + prose, 51) == prose + "\n\n" + prose);
}

TEST_CASE("what cannot be broken stays whole", "[program]")
{
    const std::string word(60, 'x');
    CHECK(wrapped(word, 40) == word);
    CHECK(wrapped("  --a  " + word, 40) == "  --a  " + word);
    CHECK(wrapped("a b", 0) == "a b");
    CHECK(wrapped("", 80).empty());
}

TEST_CASE("characters count, and not bytes", "[program]")
{
    const std::string wide = "ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ"; // 39 characters
    CHECK(wrapped(wide, 40) == wide);
    CHECK(wrapped(wide + " ÄÖÜ", 40) == wide + "\n  ÄÖÜ");
}

} // namespace thimble::service::test
