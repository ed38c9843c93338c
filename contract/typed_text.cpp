#include "contract/typed_text.hpp"

#include "text/utf8.hpp"

#include <string>

namespace thimble::service {

namespace {

/// The reason why a character cannot be typed, and a sentence for it; no reason when it can.
struct objection {
    std::string_view reason;
    std::string rule;
};

std::size_t most_characters(link::typing_method how)
{
    return how == link::typing_method::automatic ? most_typed_characters : most_typed_keys;
}

/// The change to a request that lets it through.
constexpr std::string_view with_auto = R"(send it with "method": "auto")";

std::string too_long(link::typing_method how)
{
    const auto rule = "has more than " + std::to_string(most_characters(how)) + " characters";
    if (how == link::typing_method::automatic)
        return rule;
    return rule + ", the most for the method " + std::string(link::to_string(how)) + "; " +
           std::string(with_auto) + ", which takes up to " + std::to_string(most_typed_characters);
}

std::string not_ascii(link::typing_method how)
{
    return "has a character that is not ASCII, which the method " +
           std::string(link::to_string(how)) + " does not take; " + std::string(with_auto) +
           ", which takes any";
}

/// `first` is the first byte of a character in UTF-8.
objection object_to(unsigned char first, std::size_t position, link::typing_method how)
{
    const bool any_character = how == link::typing_method::automatic;
    if (position >= most_characters(how))
        return {.reason = "too_long", .rule = too_long(how)};
    if (first >= 0x80 && !any_character)
        return {.reason = "not_ascii", .rule = not_ascii(how)};
    const bool control = first < 0x20 || (first == 0x7F && !any_character);
    if (control && first != '\n' && first != '\t')
        return {.reason = "control_character",
                .rule = "has a control character other than return and tab"};
    return {};
}

} // namespace

result<void> check_typed_text(std::string_view text, link::typing_method how)
{
    std::size_t position = 0;
    for (const char byte : text) {
        if (!begins_character(byte))
            continue;
        const auto found = object_to(static_cast<unsigned char>(byte), position, how);
        if (!found.reason.empty())
            return std::unexpected(invalid_argument(
                "text", found.reason,
                found.rule + " (at position " + std::to_string(position) + ", counted from 0)",
                {{"position", position}, {"maximum", most_characters(how)}}));
        ++position;
    }
    if (position > 0)
        return {};
    const auto most = most_characters(how);
    return std::unexpected(invalid_argument("text", "too_short",
                                            "must have 1 to " + std::to_string(most) +
                                                " characters with the method " +
                                                std::string(link::to_string(how)),
                                            {{"length", 0}, {"minimum", 1}, {"maximum", most}}));
}

} // namespace thimble::service
