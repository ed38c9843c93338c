#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace thimble::service {

namespace {

constexpr std::array<std::uint32_t, 5> smallest_of_length{0, 0, 0x80, 0x800, 0x10000};

} // namespace

std::optional<code_point> first_code_point(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const auto length = static_cast<std::size_t>(std::countl_one(first));
    if (length == 0)
        return code_point{.value = first, .length = 1};
    if (length == 1 || length > 4 || length > text.size())
        return std::nullopt;
    std::uint32_t value = first & (0x7FU >> length);
    for (const char next : text.substr(1, length - 1)) {
        if (begins_character(next))
            return std::nullopt;
        value = (value << 6U) | (static_cast<unsigned char>(next) & 0x3FU);
    }
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < smallest_of_length.at(length) || value > 0x10FFFF || surrogate)
        return std::nullopt;
    return code_point{.value = value, .length = length};
}

bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const auto next = first_code_point(text);
        if (!next)
            return false;
        text.remove_prefix(next->length);
    }
    return true;
}

std::size_t character_count(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::size_t whole_characters(std::string_view text, std::size_t most)
{
    auto end = std::min(most, text.size());
    while (end > 0 && end < text.size() && !begins_character(text[end]))
        --end;
    return end;
}

} // namespace thimble::service
