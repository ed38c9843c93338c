// The words of the REST contract for what actions are told.
#include "link/text_actions.hpp"
#include "link/touch_actions.hpp"

#include <array>
#include <span>

namespace thimble::link {

namespace {

constexpr std::array<std::string_view, 4> directions{"up", "down", "left", "right"};
constexpr std::array<std::string_view, 3> speeds{"slow", "medium", "fast"};
constexpr std::array<std::string_view, 4> pinch_kinds{"pinch_in", "pinch_out", "rotate_cw",
                                                      "rotate_ccw"};
constexpr std::array<std::string_view, 4> modifiers{"control", "shift", "alternate", "command"};
constexpr std::array<std::string_view, 3> typing_methods{"keys", "paste", "auto"};

template <class Value>
std::string_view word_of(std::span<const std::string_view> words, Value value)
{
    return words[static_cast<std::size_t>(value)];
}

template <class Value>
std::optional<Value> value_of(std::span<const std::string_view> words, std::string_view word)
{
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == word)
            return static_cast<Value>(i);
    return std::nullopt;
}

} // namespace

std::string_view to_string(direction value)
{
    return word_of(directions, value);
}

std::optional<direction> parse_direction(std::string_view text)
{
    return value_of<direction>(directions, text);
}

std::string_view to_string(speed value)
{
    return word_of(speeds, value);
}

std::optional<speed> parse_speed(std::string_view text)
{
    return value_of<speed>(speeds, text);
}

std::string_view to_string(pinch_kind value)
{
    return word_of(pinch_kinds, value);
}

std::optional<pinch_kind> parse_pinch_kind(std::string_view text)
{
    return value_of<pinch_kind>(pinch_kinds, text);
}

std::string_view to_string(modifier value)
{
    return word_of(modifiers, value);
}

std::optional<modifier> parse_modifier(std::string_view text)
{
    return value_of<modifier>(modifiers, text);
}

std::string_view to_string(typing_method value)
{
    return word_of(typing_methods, value);
}

std::optional<typing_method> parse_typing_method(std::string_view text)
{
    if (text == "shortcut" || text == "shortcut_legacy")
        return typing_method::automatic;
    return value_of<typing_method>(typing_methods, text);
}

} // namespace thimble::link
