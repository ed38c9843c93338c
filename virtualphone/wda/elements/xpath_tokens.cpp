#include "virtualphone/wda/elements/xpath_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::array<std::string_view, 20> signs{"//", "::", "..", "!=", "<=", ">=", "/",
                                                 "(",  ")",  "[",  "]",  ".",  "@",  ",",
                                                 "|",  "+",  "-",  "=",  "<",  ">"};

bool is_blank(char each)
{
    return std::isspace(static_cast<unsigned char>(each)) != 0;
}

bool is_digit(char each)
{
    return std::isdigit(static_cast<unsigned char>(each)) != 0;
}

bool begins_name(char each)
{
    return std::isalpha(static_cast<unsigned char>(each)) != 0 || each == '_' ||
           (static_cast<unsigned char>(each) & 0x80U) != 0;
}

bool continues_name(char each)
{
    return begins_name(each) || is_digit(each) || each == '-' || each == '.';
}

template <typename Test>
std::size_t length_while(std::string_view text, Test test)
{
    return static_cast<std::size_t>(std::ranges::find_if_not(text, test) - text.begin());
}

/// The length of the token in the query too, quotes included; 0 where there is none.
std::size_t read_token(std::string_view left, xpath_token& token)
{
    if (left.front() == '"' || left.front() == '\'') {
        const auto end = left.find(left.front(), 1);
        if (end == left.npos)
            return 0;
        token.kind = xpath_token_kind::text;
        token.text = left.substr(1, end - 1);
        return end + 1;
    }
    const bool number =
        is_digit(left.front()) || (left.front() == '.' && left.size() > 1 && is_digit(left[1]));
    std::size_t length = 0;
    if (number) {
        token.kind = xpath_token_kind::number;
        length = length_while(left, [](char each) { return is_digit(each) || each == '.'; });
    } else if (begins_name(left.front()) || left.front() == '*') {
        token.kind = xpath_token_kind::name;
        length = left.front() == '*' ? 1 : length_while(left, continues_name);
    } else {
        token.kind = xpath_token_kind::sign;
        const auto* const sign = std::ranges::find_if(
            signs, [&](std::string_view each) { return left.starts_with(each); });
        length = sign == signs.end() ? 0 : sign->size();
    }
    token.text = left.substr(0, length);
    return length;
}

} // namespace

std::optional<std::vector<xpath_token>> xpath_tokens(std::string_view query)
{
    std::vector<xpath_token> tokens;
    for (std::size_t at = 0; at < query.size();) {
        if (is_blank(query[at])) {
            ++at;
            continue;
        }
        xpath_token token;
        token.at = at;
        const std::size_t length = read_token(query.substr(at), token);
        if (length == 0)
            return std::nullopt;
        at += length;
        tokens.push_back(std::move(token));
    }
    tokens.emplace_back().at = query.size();
    return tokens;
}

} // namespace thimble::virtualphone::wda
