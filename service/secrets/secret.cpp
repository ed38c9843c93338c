#include "service/secrets/secret.hpp"

#include "contract/typed_text.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name_character(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

} // namespace

bool is_secret_name(std::string_view text)
{
    return !text.empty() && text.size() <= longest_secret_name && is_letter(text.front()) &&
           std::ranges::all_of(text, is_name_character);
}

bool is_secret_value(std::string_view text)
{
    return text.size() >= shortest_secret && text.size() <= longest_secret &&
           check_typed_text(text, link::typing_method::automatic).has_value();
}

} // namespace thimble::service
