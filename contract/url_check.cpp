#include "contract/url_check.hpp"

#include "text/ascii.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/grammar/alnum_chars.hpp>
#include <boost/url/grammar/alpha_chars.hpp>
#include <boost/url/grammar/lut_chars.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

namespace grammar = boost::urls::grammar;

constexpr auto scheme_characters = grammar::alnum_chars + grammar::lut_chars("+-.");
constexpr auto url_characters =
    boost::urls::unreserved_chars + grammar::lut_chars(":/?#[]@!$&'()*+,;=%");
constexpr std::array<std::string_view, 5> schemes_of_no_app{"about", "blob", "data", "file",
                                                            "javascript"};

bool is_scheme(std::string_view text)
{
    return !text.empty() && grammar::alpha_chars(text.front()) &&
           std::ranges::all_of(text, scheme_characters);
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
    const auto bad = std::ranges::find_if_not(url, url_characters);
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
    return boost::urls::encode(text, boost::urls::unreserved_chars);
}

} // namespace thimble::service
