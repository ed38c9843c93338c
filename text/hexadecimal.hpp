// Bytes as text: two lower-case digits for each.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thimble::service {

inline constexpr std::string_view hexadecimal_digits = "0123456789abcdef";

inline std::string hexadecimal(std::span<const unsigned char> bytes)
{
    std::string out;
    out.reserve(2 * bytes.size());
    for (const unsigned octet : bytes) {
        out += hexadecimal_digits[octet >> 4U];
        out += hexadecimal_digits[octet & 0x0FU];
    }
    return out;
}

} // namespace thimble::service
