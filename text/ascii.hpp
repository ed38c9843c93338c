// Letters and spaces of ASCII, whatever the locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace thimble::service {

constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

constexpr bool is_letter(char c)
{
    return is_lower(c) || (c >= 'A' && c <= 'Z');
}

constexpr char to_lower(char c)
{
    return is_letter(c) && !is_lower(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

inline std::string to_lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char each) { return to_lower(each); });
    return out;
}

/// True for white space alone, and for nothing.
constexpr bool is_blank(std::string_view text)
{
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Without the characters of `spaces` at both ends.
constexpr std::string_view trim(std::string_view text, std::string_view spaces = " \t")
{
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    return text.substr(0, text.find_last_not_of(spaces) + 1);
}

} // namespace thimble::service
