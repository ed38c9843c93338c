#include "service/accounts/token.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <stdexcept>

namespace thimble::service {

namespace {

constexpr std::size_t digits_of_token = 43; // 62^43 is the first power above 256^32

/// Divides a big-endian number by 62 and gives the remainder.
unsigned take_digit(token_bytes& number)
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

std::string to_token(std::string_view prefix, token_bytes bytes)
{
    constexpr std::string_view alphabet =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::string digits;
    for (std::size_t i = 0; i < digits_of_token; ++i)
        digits += alphabet[take_digit(bytes)];
    std::ranges::reverse(digits);
    return std::string(prefix) + digits;
}

std::string random_token(std::string_view prefix)
{
    token_bytes number{};
    if (RAND_bytes(number.data(), static_cast<int>(number.size())) != 1)
        throw std::runtime_error("the system gives no random bytes");
    return to_token(prefix, number);
}

} // namespace thimble::service
