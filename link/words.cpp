// The words of the REST contract for what actions are told.
#include "link/text_actions.hpp"
#include "link/touch_actions.hpp"
#include "text/enum_words.hpp"

namespace thimble::link {

std::string_view to_string(direction value)
{
    return service::enum_word(value);
}

std::optional<direction> parse_direction(std::string_view text)
{
    return service::parse_enum_word<direction>(text);
}

std::string_view to_string(speed value)
{
    return service::enum_word(value);
}

std::optional<speed> parse_speed(std::string_view text)
{
    return service::parse_enum_word<speed>(text);
}

std::string_view to_string(pinch_kind value)
{
    return service::enum_word(value);
}

std::optional<pinch_kind> parse_pinch_kind(std::string_view text)
{
    return service::parse_enum_word<pinch_kind>(text);
}

std::string_view to_string(modifier value)
{
    return service::enum_word(value);
}

std::optional<modifier> parse_modifier(std::string_view text)
{
    return service::parse_enum_word<modifier>(text);
}

std::string_view to_string(typing_method value)
{
    return value == typing_method::automatic ? "auto" : service::enum_word(value);
}

std::optional<typing_method> parse_typing_method(std::string_view text)
{
    if (text == "auto" || text == "shortcut" || text == "shortcut_legacy")
        return typing_method::automatic;
    if (text == "automatic")
        return std::nullopt; // its name here, and no word of the contract
    return service::parse_enum_word<typing_method>(text);
}

} // namespace thimble::link
