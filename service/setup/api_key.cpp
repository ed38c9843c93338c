#include "service/setup/api_key.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace thimble::service {

namespace {

constexpr std::size_t shortest_key = 8;
constexpr std::size_t longest_key = 256;

constexpr std::size_t random_bytes = 32;
constexpr std::size_t random_digits = 43; // 62^43 is the first power above 256^32

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

bool usable(std::string_view key)
{
    return key.size() >= shortest_key && key.size() <= longest_key &&
           std::ranges::all_of(key, [](char c) { return c > ' ' && c <= '~'; });
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

std::expected<std::string, std::string> load_api_key(const environment& variables,
                                                     const state_directory& state)
{
    if (auto given = variables("THIMBLE_API_KEY")) {
        if (!usable(*given))
            return std::unexpected("THIMBLE_API_KEY must be 8 to 256 printable ASCII characters "
                                   "without spaces");
        return std::move(*given);
    }
    auto kept = state.line("api-key", random_api_key);
    if (kept && !usable(*kept))
        return std::unexpected((state.path() / "api-key").string() +
                               " holds no usable key; delete it and a new one is made");
    return kept;
}

} // namespace thimble::service
