#include "tests/device/coredevice/bytes.hpp"

#include <charconv>

namespace thimble::tests {

std::vector<std::byte> bytes_of(std::string_view hexadecimal)
{
    std::string digits;
    for (const char each : hexadecimal)
        if (each != ' ')
            digits.push_back(each);
    std::vector<std::byte> result;
    for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
        unsigned value = 0;
        std::from_chars(digits.data() + at, digits.data() + at + 2, value, 16);
        result.push_back(static_cast<std::byte>(value));
    }
    return result;
}

std::string hexadecimal(std::span<const std::byte> bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result;
    for (const auto each : bytes) {
        result.push_back(digits[std::to_integer<unsigned>(each) >> 4U]);
        result.push_back(digits[std::to_integer<unsigned>(each) & 15U]);
    }
    return result;
}

std::vector<std::byte> letters_of(std::string_view text)
{
    std::vector<std::byte> result;
    for (const char each : text)
        result.push_back(static_cast<std::byte>(each));
    return result;
}

} // namespace thimble::tests
