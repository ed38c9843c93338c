#include "service/oauth/registered_client.hpp"

#include "service/accounts/api_key.hpp"
#include "text/base64.hpp"

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/utils.h>
#include <utility>

namespace thimble::service::oauth {

using nlohmann::json;

namespace {

constexpr std::string_view id_prefix = "tc_";
constexpr std::size_t longest_id = 1500; // characters; it stands in addresses

const unsigned char* octets_of(std::string_view text)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return reinterpret_cast<const unsigned char*>(text.data());
}

} // namespace

client_ids::client_ids(std::string_view secret)
    : key_(digest_of("ids of clients " + std::string(secret)))
{
    static_assert(sizeof key_ == crypto_auth_hmacsha256_KEYBYTES);
}

std::string client_ids::mark_of(std::string_view body) const
{
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> out{};
    crypto_auth_hmacsha256(out.data(), octets_of(body), body.size(), key_.data());
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return encode_base64url({reinterpret_cast<const char*>(out.data()), out.size()});
}

std::optional<std::string> client_ids::make(const client& of) const
{
    const auto body = encode_base64url(
        json{{"client_name", of.name}, {"redirect_uris", of.redirect_uris}}.dump());
    auto out = std::string(id_prefix) + body + "." + mark_of(body);
    return out.size() <= longest_id ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<client> client_ids::read(std::string_view id) const
{
    const auto dot = id.find('.');
    if (!id.starts_with(id_prefix) || id.size() > longest_id || dot == std::string_view::npos)
        return std::nullopt;
    const auto body = id.substr(id_prefix.size(), dot - id_prefix.size());
    const auto mark = mark_of(body);
    const auto given = id.substr(dot + 1);
    if (given.size() != mark.size() || sodium_memcmp(given.data(), mark.data(), mark.size()) != 0)
        return std::nullopt;
    const auto text = decode_base64url(body);
    const auto metadata = text ? json::parse(*text, nullptr, false) : json();
    auto out = read_client(std::string(id), metadata);
    return out ? std::optional(std::move(*out)) : std::nullopt;
}

} // namespace thimble::service::oauth
