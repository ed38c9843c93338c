#include "service/accounts/api_key.hpp"

#include "service/hexadecimal.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <charconv>
#include <sodium/crypto_hash_sha256.h>
#include <stdexcept>

namespace thimble::service {

namespace {

constexpr std::size_t random_bytes = 32;
constexpr std::size_t random_digits = 43; // 62^43 is the first power above 256^32
constexpr std::size_t prefix_length = 8;

/// Divides a big-endian number by 62 and gives the remainder.
unsigned take_digit(std::array<unsigned char, random_bytes>& number)
{
    unsigned remainder = 0;
    for (unsigned char& byte : number) {
        const unsigned part = (remainder * 256) + byte;
        byte = static_cast<unsigned char>(part / 62);
        remainder = part % 62;
    }
    return remainder;
}

} // namespace

std::string random_api_key()
{
    constexpr std::string_view alphabet =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::array<unsigned char, random_bytes> number{};
    if (RAND_bytes(number.data(), static_cast<int>(number.size())) != 1)
        throw std::runtime_error("the system gives no random bytes");
    std::string digits;
    for (std::size_t i = 0; i < random_digits; ++i)
        digits += alphabet[take_digit(number)];
    std::ranges::reverse(digits);
    return "tk_" + digits;
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
