#include "service/accounts/credential.hpp"

#include "text/ascii.hpp"

#include <boost/beast/core/string.hpp>

namespace thimble::service {

namespace beast = boost::beast;

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
