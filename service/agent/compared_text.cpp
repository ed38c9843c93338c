#include "service/agent/compared_text.hpp"

#include "text/ascii.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <array>

namespace thimble::service::agent {

namespace {

struct range {
    char32_t first;
    char32_t last;
};

/// Spaces, punctuation, symbols and marks of Unicode, as far as a keyboard or a phone shows them.
/// In ascending order.
constexpr std::array left_out{
    range{0x00, 0x2F},     range{0x3A, 0x40},     range{0x5B, 0x60},       range{0x7B, 0xA9},
    range{0xAB, 0xB1},     range{0xB4, 0xB4},     range{0xB6, 0xB8},       range{0xBB, 0xBB},
    range{0xBF, 0xBF},     range{0xD7, 0xD7},     range{0xF7, 0xF7},       range{0x2B0, 0x36F},
    range{0x37E, 0x37E},   range{0x387, 0x387},   range{0x482, 0x489},     range{0x55A, 0x55F},
    range{0x589, 0x58F},   range{0x591, 0x5C7},   range{0x600, 0x61F},     range{0x64B, 0x65F},
    range{0x66A, 0x66D},   range{0x115F, 0x1160}, range{0x1680, 0x1680},   range{0x180B, 0x180E},
    range{0x1AB0, 0x1AFF}, range{0x1DC0, 0x1DFF}, range{0x2000, 0x206F},   range{0x20A0, 0x20FF},
    range{0x2190, 0x245F}, range{0x2500, 0x2BFF}, range{0x2E00, 0x2E7F},   range{0x3000, 0x3004},
    range{0x3008, 0x3020}, range{0x302A, 0x3030}, range{0x303D, 0x303F},   range{0x3164, 0x3164},
    range{0xFE00, 0xFE6F}, range{0xFEFF, 0xFF0F}, range{0xFF1A, 0xFF20},   range{0xFF3B, 0xFF40},
    range{0xFF5B, 0xFF65}, range{0xFFE0, 0xFFFF}, range{0x1F000, 0x1FAFF}, range{0xE0000, 0xE0FFF},
};

bool is_left_out(char32_t letter)
{
    const auto beyond = std::ranges::upper_bound(left_out, letter, {}, &range::first);
    return beyond != left_out.begin() && letter <= std::prev(beyond)->last;
}

/// Stands for a byte that is not UTF-8, which is compared as a letter.
constexpr code_point unknown_byte{.value = 0xFFFFFFFF, .length = 1};

} // namespace

compared_text compared(std::string_view text)
{
    compared_text out;
    out.text.reserve(text.size());
    out.places.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto [letter, length] = first_code_point(text.substr(at)).value_or(unknown_byte);
        if (!is_left_out(letter))
            for (auto byte = at; byte < at + length; ++byte) {
                out.text += to_lower(text[byte]);
                out.places.push_back(byte);
            }
        at += length;
    }
    return out;
}

} // namespace thimble::service::agent
