#include "service/accounts/api_key.hpp"

#include "service/accounts/token.hpp"
#include "text/hexadecimal.hpp"

#include <charconv>
#include <sodium/crypto_hash_sha256.h>

namespace thimble::service {

namespace {

constexpr std::size_t prefix_length = 8;

} // namespace

std::string random_api_key()
{
    return random_token("tk_");
}

key_digest digest_of(std::string_view key)
{
    key_digest out{};
    static_assert(sizeof out == crypto_hash_sha256_BYTES);
    // Made for every request: OpenSSL would look up its implementation each time.
    crypto_hash_sha256(out.data(), reinterpret_cast<const unsigned char*>(key.data()), key.size());
    return out;
}

std::string to_text(const key_digest& digest)
{
    return hexadecimal(digest);
}

std::optional<key_digest> parse_digest(std::string_view text)
{
    key_digest out{};
    if (text.size() != 2 * out.size())
        return std::nullopt;
    for (std::size_t place = 0; place < out.size(); ++place) {
        const auto* first = text.data() + 2 * place;
        const auto [stopped, error] = std::from_chars(first, first + 2, out.at(place), 16);
        if (error != std::errc{} || stopped != first + 2)
            return std::nullopt;
    }
    return out;
}

std::string prefix_of(std::string_view key)
{
    return std::string(key.substr(0, prefix_length));
}

} // namespace thimble::service
