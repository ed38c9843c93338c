// Keys by name and by character.
#include "gesture/keys.hpp"
#include "tests/catch2.hpp"

#include <set>

namespace thimble::gesture {

TEST_CASE("every named key has a usage of its own", "[gesture]")
{
    std::set<std::uint16_t> usages;
    for (const auto name : key_names()) {
        const auto usage = key_usage(name);
        REQUIRE(usage);
        CHECK(usages.insert(*usage).second);
    }
    CHECK(usages.size() == 14 + 26 + 10);
}

TEST_CASE("keys have the usages of the HID tables", "[gesture]")
{
    CHECK(key_usage("a") == 0x04);
    CHECK(key_usage("z") == 0x1D);
    CHECK(key_usage("1") == 0x1E);
    CHECK(key_usage("0") == 0x27);
    CHECK(key_usage("enter") == 0x28);
    CHECK(key_usage("escape") == 0x29);
    CHECK(key_usage("backspace") == 0x2A);
    CHECK(key_usage("arrow_up") == 0x52);
}

TEST_CASE("what is no key has no usage", "[gesture]")
{
    CHECK(key_usage("a"));
    CHECK(key_usage("enter"));
    for (const auto name : {"", "A", "!", "ab", "Enter", "f1", "\xC3\xA4"})
        CHECK_FALSE(key_usage(name));
}

TEST_CASE("every printable character of US-ASCII has a stroke of its own", "[gesture]")
{
    std::set<std::pair<std::uint16_t, std::uint8_t>> strokes;
    for (char each = ' '; each <= '~'; ++each) {
        const auto stroke = stroke_of(each);
        REQUIRE(stroke);
        CHECK(strokes.emplace(stroke->usage, stroke->modifiers).second);
    }
    CHECK(stroke_of('A') == stroke{.usage = 0x04, .modifiers = shift_bit});
    CHECK(stroke_of('-') == stroke{.usage = 0x2D});
    CHECK(stroke_of('?') == stroke{.usage = 0x38, .modifiers = shift_bit});
}

TEST_CASE("control characters and bytes of other letters are on no key", "[gesture]")
{
    CHECK(stroke_of(' '));
    for (const char each : {'\0', '\n', '\t', '\x7F', '\xC3'})
        CHECK_FALSE(stroke_of(each));
}

} // namespace thimble::gesture
