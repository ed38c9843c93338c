#include "device/text_limit.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace thimble::device {
namespace {

/// The code point that begins here, and its bytes; no bytes when it is not valid.
struct sequence {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

constexpr std::array<std::uint32_t, 5> smallest_of_length = {0, 0, 0x80, 0x800, 0x10000};

sequence decode(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text[0]);
    const auto ones = static_cast<std::size_t>(std::countl_one(first));
    if (ones == 0)
        return {.code = first, .length = 1};
    if (ones == 1 || ones > 4 || text.size() < ones)
        return {};
    std::uint32_t code = first & (0x7fU >> ones);
    for (const char next : text.substr(1, ones - 1)) {
        const auto byte = static_cast<unsigned char>(next);
        if ((byte & 0xc0U) != 0x80U)
            return {};
        code = (code << 6U) | (byte & 0x3fU);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest_of_length[ones] || code > 0x10ffff || surrogate)
        return {};
    return {.code = code, .length = ones};
}

} // namespace

std::string cut_text(std::string_view text, std::size_t most)
{
    const auto within = text.substr(0, most);
    std::size_t valid = 0;
    while (valid < within.size()) {
        const auto next = decode(within.substr(valid));
        if (next.length == 0)
            break;
        valid += next.length;
    }
    return std::string(within.substr(0, valid));
}

} // namespace thimble::device
