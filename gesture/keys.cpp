#include "gesture/keys.hpp"

#include <algorithm>
#include <array>

namespace thimble::gesture {

namespace {

struct named_key {
    std::string_view name;
    std::uint16_t usage;
};

constexpr std::array keys{
    named_key{.name = "enter", .usage = 0x28},       named_key{.name = "escape", .usage = 0x29},
    named_key{.name = "backspace", .usage = 0x2A},   named_key{.name = "tab", .usage = 0x2B},
    named_key{.name = "space", .usage = 0x2C},       named_key{.name = "home", .usage = 0x4A},
    named_key{.name = "page_up", .usage = 0x4B},     named_key{.name = "delete", .usage = 0x4C},
    named_key{.name = "end", .usage = 0x4D},         named_key{.name = "page_down", .usage = 0x4E},
    named_key{.name = "arrow_right", .usage = 0x4F}, named_key{.name = "arrow_left", .usage = 0x50},
    named_key{.name = "arrow_down", .usage = 0x51},  named_key{.name = "arrow_up", .usage = 0x52},
};

/// One column for each usage, without and with shift.
struct row {
    std::uint16_t first_usage;
    std::string_view plain;
    std::string_view shifted;
};

constexpr std::array us_layout{
    row{.first_usage = 0x04,
        .plain = "abcdefghijklmnopqrstuvwxyz1234567890",
        .shifted = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()"},
    row{.first_usage = 0x2C, .plain = " -=[]\\", .shifted = " _+{}|"},
    row{.first_usage = 0x33, .plain = ";'`,./", .shifted = ":\"~<>?"},
};

constexpr std::string_view letters_and_digits = us_layout.front().plain;

/// The names above, then every letter and digit by itself.
constexpr auto all_names = [] {
    std::array<std::string_view, keys.size() + letters_and_digits.size()> names;
    auto* next = names.begin();
    for (const auto& each : keys)
        *next++ = each.name;
    for (std::size_t i = 0; i < letters_and_digits.size(); ++i)
        *next++ = letters_and_digits.substr(i, 1);
    return names;
}();

} // namespace

std::span<const std::string_view> key_names()
{
    return all_names;
}

std::optional<std::uint16_t> key_usage(std::string_view name)
{
    const auto* const found = std::ranges::find(keys, name, &named_key::name);
    if (found != keys.end())
        return found->usage;
    if (name.size() != 1 || !letters_and_digits.contains(name.front()))
        return std::nullopt;
    return stroke_of(name.front())->usage;
}

std::optional<stroke> stroke_of(char character)
{
    for (const auto& each : us_layout) {
        if (const auto at = each.plain.find(character); at != std::string_view::npos)
            return stroke{.usage = static_cast<std::uint16_t>(each.first_usage + at)};
        if (const auto at = each.shifted.find(character); at != std::string_view::npos)
            return stroke{.usage = static_cast<std::uint16_t>(each.first_usage + at),
                          .modifiers = shift_bit};
    }
    return std::nullopt;
}

} // namespace thimble::gesture
