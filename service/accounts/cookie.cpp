#include "service/accounts/cookie.hpp"

#include "service/accounts/sign_ins.hpp"
#include "text/ascii.hpp"
#include "text/lists.hpp"

#include <algorithm>

namespace thimble::service {

using boost::beast::http::field;

namespace {

bool is_port(std::string_view text)
{
    return !text.empty() && text.size() <= 5 && std::ranges::all_of(text, is_digit);
}

/// "thimble-8344"; "thimble" where the address has no port.
std::string cookie_name(const http::request& what)
{
    const std::string_view host = what.head[field::host];
    const auto colon = host.rfind(':');
    const auto port = colon == std::string_view::npos ? "" : host.substr(colon + 1);
    return is_port(port) ? "thimble-" + std::string(port) : "thimble";
}

std::string set_cookie(const http::request& what,
                       std::string_view token,
                       std::chrono::seconds age,
                       bool encrypted)
{
    return cookie_name(what) + "=" + std::string(token) +
           "; Path=/; Max-Age=" + std::to_string(age.count()) + "; HttpOnly; SameSite=Strict" +
           (encrypted ? "; Secure" : "");
}

} // namespace

std::string_view sign_in_token(const http::request& what)
{
    const auto wanted = cookie_name(what) + "=";
    std::string_view rest = what.head[field::cookie];
    while (!rest.empty())
        if (const auto one = trim(take_until(';', rest)); one.starts_with(wanted))
            return one.substr(wanted.size());
    return {};
}

std::string cookie_with(const http::request& what, std::string_view token, bool encrypted)
{
    return set_cookie(what, token, longest_sign_in, encrypted);
}

std::string no_cookie(const http::request& what, bool encrypted)
{
    return set_cookie(what, "", std::chrono::seconds(0), encrypted);
}

} // namespace thimble::service
