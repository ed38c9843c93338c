#include "device/wda/key_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::device::wda {
namespace {

/// Keys that XCTest names by the character on them, from a usage on.
struct character_keys {
    std::uint16_t first_usage;
    std::string_view characters;
};

constexpr std::array rows{
    character_keys{.first_usage = 0x04, .characters = "abcdefghijklmnopqrstuvwxyz1234567890"},
    character_keys{.first_usage = 0x2D, .characters = "-=[]\\"},
    character_keys{.first_usage = 0x33, .characters = ";'`,./"},
};

struct named_key {
    std::uint16_t usage;
    std::string_view name;
};

constexpr std::array named_keys{
    named_key{.usage = 0x28, .name = "XCUIKeyboardKeyReturn"},
    named_key{.usage = 0x29, .name = "XCUIKeyboardKeyEscape"},
    named_key{.usage = 0x2A, .name = "XCUIKeyboardKeyDelete"},
    named_key{.usage = 0x2B, .name = "XCUIKeyboardKeyTab"},
    named_key{.usage = 0x2C, .name = "XCUIKeyboardKeySpace"},
    named_key{.usage = 0x4A, .name = "XCUIKeyboardKeyHome"},
    named_key{.usage = 0x4B, .name = "XCUIKeyboardKeyPageUp"},
    named_key{.usage = 0x4C, .name = "XCUIKeyboardKeyForwardDelete"},
    named_key{.usage = 0x4D, .name = "XCUIKeyboardKeyEnd"},
    named_key{.usage = 0x4E, .name = "XCUIKeyboardKeyPageDown"},
    named_key{.usage = 0x4F, .name = "XCUIKeyboardKeyRightArrow"},
    named_key{.usage = 0x50, .name = "XCUIKeyboardKeyLeftArrow"},
    named_key{.usage = 0x51, .name = "XCUIKeyboardKeyDownArrow"},
    named_key{.usage = 0x52, .name = "XCUIKeyboardKeyUpArrow"},
};

} // namespace

std::optional<std::string> key_name(std::uint16_t usage)
{
    for (const auto& row : rows) {
        const auto at = static_cast<std::size_t>(usage - row.first_usage);
        if (usage >= row.first_usage && at < row.characters.size())
            return std::string(row.characters.substr(at, 1));
    }
    const auto* const found = std::ranges::find(named_keys, usage, &named_key::usage);
    if (found == named_keys.end())
        return std::nullopt;
    return std::string(found->name);
}

std::optional<char> editing_character(std::uint16_t usage)
{
    switch (usage) {
    case 0x28:
        return '\n';
    case 0x2A:
        return '\b';
    case 0x2B:
        return '\t';
    default:
        return std::nullopt;
    }
}

unsigned key_flags(std::uint8_t modifiers)
{
    struct pair {
        std::uint8_t bit;
        unsigned flag;
    };
    constexpr std::array pairs{pair{.bit = 1U << 0U, .flag = 1U << 2U},  // control
                               pair{.bit = 1U << 1U, .flag = 1U << 1U},  // shift
                               pair{.bit = 1U << 2U, .flag = 1U << 3U},  // alternate
                               pair{.bit = 1U << 3U, .flag = 1U << 4U}}; // command
    unsigned flags = 0;
    for (const auto& each : pairs)
        if ((modifiers & each.bit) != 0)
            flags |= each.flag;
    return flags;
}

} // namespace thimble::device::wda
