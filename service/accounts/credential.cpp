#include "service/accounts/credential.hpp"

#include <boost/beast/core/string.hpp>

namespace thimble::service {

namespace beast = boost::beast;

namespace {

std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace

std::string_view credential_of(const http::request& what)
{
    const std::string_view key = trim(what.head["X-API-Key"]);
    return key.empty() ? bearer_of(what) : key;
}

std::string_view bearer_of(const http::request& what)
{
    constexpr std::string_view scheme = "Bearer ";
    const std::string_view authorization = what.head[beast::http::field::authorization];
    if (!beast::iequals(authorization.substr(0, scheme.size()), scheme))
        return {};
    return trim(authorization.substr(scheme.size()));
}

} // namespace thimble::service
