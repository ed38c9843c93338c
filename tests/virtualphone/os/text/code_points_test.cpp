#include "tests/catch2.hpp"
#include "virtualphone/os/text/code_points.hpp"

#include <string>

using thimble::virtualphone::paragraph_at;
using thimble::virtualphone::text_range;
using thimble::virtualphone::word_at;
using thimble::virtualphone::word_end_after;
using thimble::virtualphone::word_start_before;

namespace {

std::string word(std::string_view text, std::size_t offset)
{
    const auto found = word_at(text, offset);
    return std::string(text.substr(found.from, found.length()));
}

} // namespace

TEST_CASE("a word is found from its beginning, its middle and its end", "[virtualphone]")
{
    const std::string text = "Say hello, world.";
    for (const std::size_t offset : {4U, 6U, 9U})
        CHECK(word(text, offset) == "hello");
    CHECK(word(text, 16) == "world");
    CHECK(word(text, 17) == "world"); // behind the full stop
    CHECK(word(text, 0) == "Say");
}

TEST_CASE("words of other scripts are words", "[virtualphone]")
{
    CHECK(word("der Größte!", 6) == "Größte");
    CHECK(word("«Привет» мир", 5) == "Привет");
    CHECK(word("你好，世界", 3) == "你好");
    CHECK(word("go 👩‍🚀 now", 5) == "👩‍🚀");
    CHECK(word("it’s it's", 1) == "it’s");
}

TEST_CASE("where there is no word there is none", "[virtualphone]")
{
    CHECK(word("", 0).empty());
    CHECK(word("word\n  ", 6).empty()); // not one of another paragraph
    CHECK(word(" - ", 1).empty());
}

TEST_CASE("paragraphs lie between line breaks", "[virtualphone]")
{
    const std::string text = "one\n\nthree";
    CHECK(paragraph_at(text, 0) == text_range{.from = 0, .to = 3});
    CHECK(paragraph_at(text, 3) == text_range{.from = 0, .to = 3});
    CHECK(paragraph_at(text, 4) == text_range{.from = 4, .to = 4});
    CHECK(paragraph_at(text, 10) == text_range{.from = 5, .to = 10});
}

TEST_CASE("going by words passes what lies between them", "[virtualphone]")
{
    const std::string text = "one, two";
    CHECK(word_end_after(text, 0) == 3);
    CHECK(word_end_after(text, 3) == 8);
    CHECK(word_end_after(text, 8) == 8);
    CHECK(word_start_before(text, 8) == 5);
    CHECK(word_start_before(text, 5) == 0);
    CHECK(word_start_before(text, 0) == 0);
}
