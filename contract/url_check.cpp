#include "contract/url_check.hpp"

#include "text/ascii.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

constexpr std::string_view marks = "-._~:/?#[]@!$&'()*+,;=%";
constexpr std::string_view hex_digits = "0123456789ABCDEF";
constexpr std::array<std::string_view, 5> schemes_of_no_app{"about", "blob", "data", "file",
                                                            "javascript"};

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_url_character(char c)
{
    return is_letter(c) || is_digit(c) || marks.contains(c);
}

bool is_scheme(std::string_view text)
{
    const auto fits = [](char c) {
        return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
    };
    return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, fits);
}

/// Of what follows the scheme of a web address.
bool names_host(std::string_view rest)
{
    if (!rest.starts_with("//"))
        return false;
    const auto authority = rest.substr(2, rest.find_first_of("/?#", 2) - 2);
    const auto user_end = authority.rfind('@');
    const auto host =
        user_end == std::string_view::npos ? authority : authority.substr(user_end + 1);
    return !host.empty() && host.front() != ':';
}

failure bad_url(std::string_view reason, std::string_view rule)
{
    return invalid_argument("url", reason, rule);
}

} // namespace

result<void> check_url(std::string_view url)
{
    const auto colon = url.find(':');
    if (colon == std::string_view::npos || !is_scheme(url.substr(0, colon)))
        return std::unexpected(
            bad_url("not_absolute", "must begin with a scheme, like https://example.com/"));
    const auto bad = std::ranges::find_if_not(url, is_url_character);
    if (bad != url.end())
        return std::unexpected(invalid_argument("url", "not_percent_encoded",
                                                "has a character that must be percent-encoded",
                                                {{"position", bad - url.begin()}}));
    const auto scheme = to_lower(url.substr(0, colon));
    const auto rest = url.substr(colon + 1);
    if (std::ranges::find(schemes_of_no_app, scheme) != schemes_of_no_app.end())
        return std::unexpected(
            bad_url("scheme_not_allowed", "must be of http, https or an app's scheme"));
    if ((scheme == "http" || scheme == "https") && !names_host(rest))
        return std::unexpected(bad_url("no_host", "must name a host, like https://example.com/"));
    if (rest.empty())
        return std::unexpected(bad_url("empty", "must have something after its scheme"));
    return {};
}

std::string percent_encoded(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (is_letter(c) || is_digit(c) || std::string_view("-._~").contains(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += hex_digits[byte >> 4U];
        out += hex_digits[byte & 0xFU];
    }
    return out;
}

} // namespace thimble::service
