#include "screen/exif.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace thimble::screen::exif {

namespace {

using data = std::span<const std::byte>;

constexpr int upright = 1;

enum class byte_order : std::uint8_t { big, little };

/// A number of `length` bytes, 1..4; nothing where the data ends before it does.
std::optional<std::uint32_t>
number_at(data in, std::size_t at, std::size_t length, byte_order order = byte_order::big)
{
    if (at > in.size() || in.size() - at < length)
        return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < length; ++i) {
        const auto next = order == byte_order::big ? i : length - 1 - i;
        value = (value << 8U) | std::to_integer<std::uint32_t>(in[at + next]);
    }
    return value;
}

bool starts_with(data in, std::string_view text)
{
    const auto same = [](std::byte one, char other) {
        return std::to_integer<unsigned char>(one) == static_cast<unsigned char>(other);
    };
    return in.size() >= text.size() && std::ranges::equal(in.first(text.size()), text, same);
}

/// An entry of a directory: tag and type with two bytes each, count and value with four.
std::optional<int> orientation_in_entry(data tiff, std::size_t at, byte_order order)
{
    constexpr std::uint32_t orientation_tag = 0x0112;
    constexpr std::uint32_t short_type = 3;
    if (number_at(tiff, at, 2, order) != orientation_tag ||
        number_at(tiff, at + 2, 2, order) != short_type || number_at(tiff, at + 4, 4, order) != 1U)
        return std::nullopt;
    const auto value = number_at(tiff, at + 8, 2, order);
    if (!value || *value < 1 || *value > 8)
        return std::nullopt;
    return static_cast<int>(*value);
}

/// Looks through the first directory, which is the picture's own.
int orientation_in_tiff(data tiff)
{
    constexpr std::string_view little_endian("II*\0", 4);
    constexpr std::string_view big_endian("MM\0*", 4);
    constexpr std::size_t entry_bytes = 12;
    if (!starts_with(tiff, little_endian) && !starts_with(tiff, big_endian))
        return upright;
    const auto order = starts_with(tiff, big_endian) ? byte_order::big : byte_order::little;
    const auto directory = number_at(tiff, 4, 4, order);
    const auto count = directory ? number_at(tiff, *directory, 2, order) : std::nullopt;
    if (!count)
        return upright;
    const std::size_t first = std::size_t{*directory} + 2;
    for (std::size_t entry = 0; entry < *count; ++entry) {
        const auto at = first + (entry * entry_bytes);
        if (at > tiff.size() || tiff.size() - at < entry_bytes)
            break;
        if (const auto found = orientation_in_entry(tiff, at, order))
            return *found;
    }
    return upright;
}

/// True for a marker without a length behind it.
bool has_no_length(std::uint32_t marker)
{
    return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

bool ends_the_headers(std::uint32_t marker)
{
    constexpr std::uint32_t end_of_image = 0xd9;
    constexpr std::uint32_t start_of_scan = 0xda;
    return marker == end_of_image || marker == start_of_scan;
}

} // namespace

int orientation_of(std::span<const std::byte> jpeg)
{
    constexpr std::uint32_t application_1 = 0xe1;
    constexpr std::string_view title("Exif\0\0", 6);
    std::size_t at = 2; // behind the start of the image
    while (number_at(jpeg, at, 1) == 0xffU) {
        const auto marker = number_at(jpeg, ++at, 1);
        if (marker == 0xffU) // a marker may be preceded by more than one
            continue;
        if (!marker || ends_the_headers(*marker))
            break;
        ++at;
        if (has_no_length(*marker))
            continue;
        const auto length = number_at(jpeg, at, 2); // counts itself
        if (!length || *length < 2 || jpeg.size() - at < *length)
            break;
        const auto content = jpeg.subspan(at + 2, *length - 2);
        if (marker == application_1 && starts_with(content, title))
            return orientation_in_tiff(content.subspan(title.size()));
        at += *length;
    }
    return upright;
}

turning turning_of(int orientation)
{
    constexpr std::array<turning, 8> turnings{{
        {},
        {.mirrored = true},
        {.mirrored = true, .flipped = true},
        {.flipped = true},
        {.transposed = true},
        {.transposed = true, .mirrored = true},
        {.transposed = true, .mirrored = true, .flipped = true},
        {.transposed = true, .flipped = true},
    }};
    return turnings.at(static_cast<std::size_t>(orientation - 1));
}

} // namespace thimble::screen::exif
