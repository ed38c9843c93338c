#include "text/folded_text.hpp"

#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace thimble::service {

namespace {

/// Letters that are all written the same once their accents are gone.
struct letters {
    char32_t first;
    char32_t last;
    std::string_view plain;
};

/// In ascending order.
constexpr std::array accented{
    letters{0xC0, 0xC5, "a"},     letters{0xC6, 0xC6, "ae"},    letters{0xC7, 0xC7, "c"},
    letters{0xC8, 0xCB, "e"},     letters{0xCC, 0xCF, "i"},     letters{0xD0, 0xD0, "d"},
    letters{0xD1, 0xD1, "n"},     letters{0xD2, 0xD6, "o"},     letters{0xD8, 0xD8, "o"},
    letters{0xD9, 0xDC, "u"},     letters{0xDD, 0xDD, "y"},     letters{0xDE, 0xDE, "th"},
    letters{0xDF, 0xDF, "ss"},    letters{0xE0, 0xE5, "a"},     letters{0xE6, 0xE6, "ae"},
    letters{0xE7, 0xE7, "c"},     letters{0xE8, 0xEB, "e"},     letters{0xEC, 0xEF, "i"},
    letters{0xF0, 0xF0, "d"},     letters{0xF1, 0xF1, "n"},     letters{0xF2, 0xF6, "o"},
    letters{0xF8, 0xF8, "o"},     letters{0xF9, 0xFC, "u"},     letters{0xFD, 0xFD, "y"},
    letters{0xFE, 0xFE, "th"},    letters{0xFF, 0xFF, "y"},     letters{0x100, 0x105, "a"},
    letters{0x106, 0x10D, "c"},   letters{0x10E, 0x111, "d"},   letters{0x112, 0x11B, "e"},
    letters{0x11C, 0x123, "g"},   letters{0x124, 0x127, "h"},   letters{0x128, 0x131, "i"},
    letters{0x132, 0x133, "ij"},  letters{0x134, 0x135, "j"},   letters{0x136, 0x138, "k"},
    letters{0x139, 0x142, "l"},   letters{0x143, 0x14B, "n"},   letters{0x14C, 0x151, "o"},
    letters{0x152, 0x153, "oe"},  letters{0x154, 0x159, "r"},   letters{0x15A, 0x161, "s"},
    letters{0x162, 0x167, "t"},   letters{0x168, 0x173, "u"},   letters{0x174, 0x175, "w"},
    letters{0x176, 0x178, "y"},   letters{0x179, 0x17E, "z"},   letters{0x17F, 0x17F, "s"},
    letters{0x300, 0x36F, ""},    letters{0x386, 0x386, "α"},   letters{0x388, 0x388, "ε"},
    letters{0x389, 0x389, "η"},   letters{0x38A, 0x38A, "ι"},   letters{0x38C, 0x38C, "ο"},
    letters{0x38E, 0x38E, "υ"},   letters{0x38F, 0x38F, "ω"},   letters{0x390, 0x390, "ι"},
    letters{0x3AC, 0x3AC, "α"},   letters{0x3AD, 0x3AD, "ε"},   letters{0x3AE, 0x3AE, "η"},
    letters{0x3AF, 0x3AF, "ι"},   letters{0x3B0, 0x3B0, "υ"},   letters{0x3C2, 0x3C2, "σ"},
    letters{0x3CA, 0x3CA, "ι"},   letters{0x3CB, 0x3CB, "υ"},   letters{0x3CC, 0x3CC, "ο"},
    letters{0x3CD, 0x3CD, "υ"},   letters{0x3CE, 0x3CE, "ω"},   letters{0x401, 0x401, "е"},
    letters{0x451, 0x451, "е"},   letters{0x1EA0, 0x1EB7, "a"}, letters{0x1EB8, 0x1EC7, "e"},
    letters{0x1EC8, 0x1ECB, "i"}, letters{0x1ECC, 0x1EE3, "o"}, letters{0x1EE4, 0x1EF1, "u"},
    letters{0x1EF2, 0x1EF9, "y"},
};

/// Capitals whose small letters stand at a fixed distance.
struct capitals {
    char32_t first;
    char32_t last;
    std::uint32_t distance;
};

constexpr std::array small_letters{
    capitals{'A', 'Z', 0x20},
    capitals{0x391, 0x3A9, 0x20},
    capitals{0x400, 0x40F, 0x50},
    capitals{0x410, 0x42F, 0x20},
};

/// One of the small letters above: it has one or two bytes.
std::string encode(char32_t letter)
{
    if (letter < 0x80)
        return {static_cast<char>(letter)};
    return {static_cast<char>(0xC0U | (letter >> 6U)), static_cast<char>(0x80U | (letter & 0x3FU))};
}

} // namespace

std::string folded(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        // Bytes that are not UTF-8 stand for themselves.
        const auto byte = static_cast<unsigned char>(text.front());
        const auto [letter, length] =
            first_code_point(text).value_or(code_point{.value = byte, .length = 1});
        const auto within = [letter](const auto& each) {
            return letter >= each.first && letter <= each.last;
        };
        const auto plain = std::ranges::find_if(accented, within);
        const auto capital = std::ranges::find_if(small_letters, within);
        if (length > 1 && plain != accented.end())
            out += plain->plain;
        else if (capital != small_letters.end())
            out += encode(letter + capital->distance);
        else
            out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
}

} // namespace thimble::service
