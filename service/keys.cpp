#include "service/keys.hpp"

#include <boost/beast/core/string.hpp>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <stdexcept>

namespace thimble::service {

namespace beast = boost::beast;

namespace {

/// Phone ids are derived from it, so it never changes.
constexpr std::string_view local_account_id = "47cb85d4-03d8-4e18-ac2e-324f5ef0d10f";

std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The credential that a request carries, or nothing.
std::string_view credential(const http::request& what)
{
    const std::string_view key = trim(what.head["X-API-Key"]);
    if (!key.empty())
        return key;
    constexpr std::string_view scheme = "Bearer ";
    const std::string_view authorization = what.head[beast::http::field::authorization];
    if (!beast::iequals(authorization.substr(0, scheme.size()), scheme))
        return {};
    return trim(authorization.substr(scheme.size()));
}

} // namespace

account local_account()
{
    return {.id = std::string(local_account_id)};
}

keys::keys(std::string_view api_key) : key_hash_(hash(api_key)) {}

keys::digest keys::hash(std::string_view key)
{
    digest out{};
    unsigned length = 0;
    if (EVP_Digest(key.data(), key.size(), out.data(), &length, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL has no SHA-256");
    return out;
}

result<account> keys::authenticate(const http::request& what) const
{
    const auto given = credential(what);
    if (given.empty())
        return std::unexpected(failure{
            .code = "AUTH_REQUIRED",
            .message = "This needs an API key: send it as X-API-Key or as Authorization: Bearer."});
    const auto given_hash = hash(given);
    if (CRYPTO_memcmp(given_hash.data(), key_hash_.data(), key_hash_.size()) != 0)
        return std::unexpected(failure{.code = "INVALID_API_KEY",
                                       .message = "This API key is unknown or has been revoked."});
    return local_account();
}

} // namespace thimble::service
