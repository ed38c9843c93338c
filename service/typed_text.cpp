#include "service/typed_text.hpp"

#include <string>

namespace thimble::service {

namespace {

/// Why a character will not do; no reason when it will.
struct objection {
    std::string_view reason;
    std::string_view rule;
};

/// `first` is the first byte of a character in UTF-8.
objection object_to(unsigned char first, std::size_t position, link::typing_method how)
{
    const bool any_character = how == link::typing_method::automatic;
    if (position >= (any_character ? most_typed_characters : most_typed_keys))
        return {.reason = "too_long",
                .rule = any_character
                            ? "has more than 10000 characters"
                            : "has more than 100 characters; method auto takes up to 10000"};
    if (first >= 0x80 && !any_character)
        return {.reason = "not_ascii",
                .rule = "has a character that is not ASCII; method auto takes any"};
    const bool control = first < 0x20 || (first == 0x7F && !any_character);
    if (control && first != '\n' && first != '\t')
        return {.reason = "control_character",
                .rule = "has a control character other than return and tab"};
    return {};
}

bool begins_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
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
            return std::unexpected(invalid_argument("text", found.reason,
                                                    std::string(found.rule) + " (at position " +
                                                        std::to_string(position) +
                                                        ", counted from 0)",
                                                    {{"position", position}}));
        ++position;
    }
    if (position > 0)
        return {};
    return std::unexpected(
        invalid_argument("text", "too_short", "must have at least one character"));
}

} // namespace thimble::service
