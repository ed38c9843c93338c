#include "service/oauth/pkce.hpp"

#include "service/accounts/api_key.hpp"
#include "text/ascii.hpp"
#include "text/base64.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <string>

namespace thimble::service::oauth {

namespace {

constexpr std::size_t digest_bytes = 32;
constexpr std::size_t shortest_verifier = 43;
constexpr std::size_t longest_verifier = 128;

bool is_unreserved(char letter)
{
    return is_letter(letter) || is_digit(letter) || letter == '-' || letter == '.' ||
           letter == '_' || letter == '~';
}

} // namespace

bool is_challenge(std::string_view text)
{
    const auto bytes = decode_base64url(text);
    return bytes && bytes->size() == digest_bytes;
}

bool is_verifier(std::string_view text)
{
    return text.size() >= shortest_verifier && text.size() <= longest_verifier &&
           std::ranges::all_of(text, is_unreserved);
}

bool answers(std::string_view verifier, std::string_view challenge)
{
    const auto digest = digest_of(verifier);
    const std::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
    const auto made = encode_base64url(bytes);
    return made.size() == challenge.size() &&
           CRYPTO_memcmp(made.data(), challenge.data(), made.size()) == 0;
}

} // namespace thimble::service::oauth
