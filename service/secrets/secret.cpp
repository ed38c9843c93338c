#include "service/secrets/secret.hpp"

#include "contract/typed_text.hpp"
#include "text/ascii.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

bool is_name_character(char c)
{
    return is_letter(c) || is_digit(c) || c == '-' || c == '_';
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
