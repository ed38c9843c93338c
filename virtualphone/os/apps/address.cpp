#include "virtualphone/os/apps/address.hpp"

#include <algorithm>
#include <charconv>

namespace thimble::virtualphone {
namespace {

bool is_letter(char each)
{
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
}

bool is_digit(char each)
{
    return each >= '0' && each <= '9';
}

bool belongs_to_scheme(char each)
{
    return is_letter(each) || is_digit(each) || each == '+' || each == '-' || each == '.';
}

std::optional<std::string> percent_decoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const auto digits = text.substr(i + 1, 2);
        unsigned char byte = 0;
        const auto* const end = digits.data() + digits.size();
        const auto [read_to, error] = std::from_chars(digits.data(), end, byte, 16);
        if (digits.size() != 2 || error != std::errc() || read_to != end)
            return std::nullopt;
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

/// The part before the first `mark`; `text` keeps what lies behind it.
std::string_view take_until(char mark, std::string_view& text)
{
    const auto at = std::min(text.find(mark), text.size());
    const auto taken = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return taken;
}

std::optional<std::map<std::string, std::string>> parse_query(std::string_view text)
{
    std::map<std::string, std::string> out;
    while (!text.empty()) {
        auto item = take_until('&', text);
        auto name = percent_decoded(take_until('=', item));
        auto value = percent_decoded(item);
        if (!name || !value)
            return std::nullopt;
        out.insert_or_assign(std::move(*name), std::move(*value));
    }
    return out;
}

} // namespace

std::string scheme_of(std::string_view url)
{
    const auto colon = url.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_letter(url.front()))
        return {};
    std::string out(url.substr(0, colon));
    if (!std::ranges::all_of(out, belongs_to_scheme))
        return {};
    for (auto& each : out)
        if (each >= 'A' && each <= 'Z')
            each = static_cast<char>(each - 'A' + 'a');
    return out;
}

std::optional<address> parse_address(std::string_view text)
{
    address out{.scheme = scheme_of(text), .host = {}, .path = {}, .query = {}};
    if (out.scheme.empty())
        return std::nullopt;
    text.remove_prefix(out.scheme.size() + 1);
    auto before_fragment = take_until('#', text);
    auto place = take_until('?', before_fragment);
    auto query = parse_query(before_fragment);
    if (!query)
        return std::nullopt;
    out.query = std::move(*query);
    if (place.starts_with("//")) {
        place.remove_prefix(2);
        const auto slash = std::min(place.find('/'), place.size());
        out.host = place.substr(0, slash);
        place.remove_prefix(slash);
    }
    out.path = place;
    return out;
}

std::string percent_encoded(std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char each : text) {
        if (is_letter(each) || is_digit(each) || std::string_view("-._~").contains(each)) {
            out += each;
            continue;
        }
        const auto byte = static_cast<unsigned char>(each);
        out += '%';
        out += digits[byte >> 4U];
        out += digits[byte & 0xfU];
    }
    return out;
}

} // namespace thimble::virtualphone
