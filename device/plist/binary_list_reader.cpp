#include "device/plist/binary_list.hpp"
#include "device/plist/property_list_formats.hpp"

#include <algorithm>
#include <bit>

// "bplist00", the objects, a table of where they begin, and a trailer of 32 bytes: 6 unused, u8
// size of a place in the table, u8 size of a reference, u64 number of objects, u64 number of the
// root, u64 place of the table. All most significant byte first. An object begins with its kind in
// the upper half of a byte and its size in the lower; 15 says that the size follows as an integer.

namespace thimble::device::plist {
namespace {

constexpr std::string_view list_magic = "bplist00";
constexpr std::size_t trailer_bytes = 32;
constexpr unsigned size_follows = 15;

using kind_of_node = binary_list::kind;

/// Up to 8 bytes.
std::uint64_t number_in(byte_view from)
{
    std::uint64_t result = 0;
    for (const auto each : from)
        result = (result << 8U) | std::to_integer<std::uint64_t>(each);
    return result;
}

bool begins_as_list(byte_view of)
{
    for (std::size_t at = 0; at < list_magic.size(); ++at)
        if (std::to_integer<char>(of[at]) != list_magic[at])
            return false;
    return true;
}

constexpr std::uint32_t no_character = 0xFFFD;

bool is_surrogate(std::uint32_t unit)
{
    return unit >= 0xD800 && unit < 0xE000;
}

std::string from_utf16(byte_view content)
{
    std::string result;
    while (content.size() >= 2) {
        auto point = static_cast<std::uint32_t>(number_in(content.first(2)));
        content = content.subspan(2);
        if (is_surrogate(point)) {
            const auto low =
                content.size() < 2 ? 0U : static_cast<std::uint32_t>(number_in(content.first(2)));
            const bool pair = point < 0xDC00 && low >= 0xDC00 && low < 0xE000;
            point = pair ? 0x1'0000 + ((point - 0xD800) << 10U) + (low - 0xDC00) : no_character;
            content = content.subspan(pair ? 2 : 0);
        }
        append_utf8(result, point);
    }
    return result;
}

std::string from_ascii(byte_view content)
{
    std::string result;
    result.reserve(content.size());
    for (const auto each : content) {
        const auto point = std::to_integer<std::uint32_t>(each);
        append_utf8(result, point < 0x80 ? point : no_character);
    }
    return result;
}

/// Integers of 1, 2 and 4 bytes have no sign, the one of 8 has, and that of 16 is made for what has
/// no place in those.
binary_list::node integer_in(byte_view from)
{
    const auto value = number_in(from.last(std::min<std::size_t>(from.size(), 8)));
    const auto upper = from.size() <= 8 ? 0 : number_in(from.first(8));
    const auto with_sign = static_cast<std::int64_t>(value);
    constexpr auto below_zero = ~std::uint64_t{0};
    if (upper != 0 && (upper != below_zero || with_sign >= 0))
        return {.what = kind_of_node::real,
                .real = (static_cast<double>(upper) * 0x1p64) + static_cast<double>(value),
                .content = {}};
    const bool large = from.size() > 8 && upper == 0 && with_sign < 0;
    return {.what = large ? kind_of_node::large_integer : kind_of_node::integer,
            .integer = with_sign,
            .content = {}};
}

} // namespace

std::optional<binary_list> binary_list::open(byte_view of)
{
    if (of.size() < list_magic.size() + trailer_bytes || !begins_as_list(of))
        return std::nullopt;
    const auto end = of.size() - trailer_bytes;
    const auto trailer = of.subspan(end);
    binary_list result(of);
    result.offset_size_ = std::to_integer<std::size_t>(trailer[6]);
    result.reference_size_ = std::to_integer<std::size_t>(trailer[7]);
    const auto possible = [](std::size_t size) { return size >= 1 && size <= 8; };
    if (!possible(result.offset_size_) || !possible(result.reference_size_))
        return std::nullopt;
    const auto objects = number_in(trailer.subspan(8, 8));
    const auto table = number_in(trailer.subspan(24, 8));
    if (table > end || objects > (end - table) / result.offset_size_)
        return std::nullopt;
    result.objects_ = static_cast<std::size_t>(objects);
    result.root_ = static_cast<std::size_t>(number_in(trailer.subspan(16, 8)));
    result.table_ = static_cast<std::size_t>(table);
    return result;
}

/// Empty where it does not lie in the objects, which end where the table begins or, in a list that
/// is strange, later.
byte_view binary_list::slice(std::size_t from, std::size_t count) const
{
    const auto end = all_.size() - trailer_bytes;
    if (from > end || count > end - from)
        return {};
    return all_.subspan(from, count);
}

std::optional<binary_list::node> binary_list::at(std::size_t number) const
{
    if (number >= objects_)
        return std::nullopt;
    const auto place = slice(table_ + (number * offset_size_), offset_size_);
    const auto begins = static_cast<std::size_t>(number_in(place));
    const auto first = slice(begins, 1);
    if (first.empty())
        return std::nullopt;
    const auto marker = std::to_integer<unsigned>(first.front());
    return (marker >> 4U) < 4 || (marker >> 4U) == 8 ? scalar(begins + 1, marker)
                                                     : sized(begins + 1, marker);
}

/// `at` is behind the marker.
std::optional<binary_list::node> binary_list::scalar(std::size_t at, unsigned marker) const
{
    const auto low = marker & 0xFU;
    if (marker == 0x00)
        return node{};
    if (marker == 0x08 || marker == 0x09)
        return node{.what = kind::boolean, .integer = marker & 1U, .content = {}};
    const bool is_uid = (marker >> 4U) == 8;
    if (low > 4 && !is_uid)
        return std::nullopt;
    const auto content = slice(at, is_uid ? low + 1 : std::size_t{1} << low);
    if (content.empty())
        return std::nullopt;
    if (is_uid && content.size() <= 4)
        return node{.what = kind::uid,
                    .integer = static_cast<std::int64_t>(number_in(content)),
                    .content = {}};
    if ((marker >> 4U) == 1)
        return integer_in(content);
    if (marker == 0x22)
        return node{.what = kind::real,
                    .real = std::bit_cast<float>(static_cast<std::uint32_t>(number_in(content))),
                    .content = {}};
    if (marker == 0x23 || marker == 0x33)
        return node{.what = marker == 0x23 ? kind::real : kind::date,
                    .real = std::bit_cast<double>(number_in(content)),
                    .content = {}};
    return std::nullopt;
}

std::optional<binary_list::node> binary_list::sized(std::size_t at, unsigned marker) const
{
    std::uint64_t count = marker & 0xFU;
    if (count == size_follows) {
        const auto size = slice(at, 1);
        const auto of_size = size.empty() ? 0U : std::to_integer<unsigned>(size.front());
        if ((of_size >> 4U) != 1 || (of_size & 0xFU) > 3)
            return std::nullopt;
        const auto width = std::size_t{1} << (of_size & 0xFU);
        count = number_in(slice(at + 1, width));
        at += 1 + width;
    }
    if (count > all_.size())
        return std::nullopt;
    const auto all = static_cast<std::size_t>(count);
    const auto made = [&](kind what, std::size_t length) -> std::optional<node> {
        const auto content = slice(at, length);
        if (content.size() != length)
            return std::nullopt;
        return node{.what = what, .content = content, .count = all};
    };
    switch (marker >> 4U) {
    case 0x4:
        return made(kind::data, all);
    case 0x5:
        return made(kind::ascii, all);
    case 0x6:
        return made(kind::utf16, 2 * all);
    case 0xA:
    case 0xC:
        return made(kind::array, all * reference_size_);
    case 0xD:
        return made(kind::dictionary, 2 * all * reference_size_);
    default:
        return std::nullopt;
    }
}

std::size_t binary_list::reference(const node& of, std::size_t place) const
{
    return static_cast<std::size_t>(
        number_in(of.content.subspan(place * reference_size_, reference_size_)));
}

std::string text_of(const binary_list::node& of)
{
    if (of.what == kind_of_node::ascii)
        return from_ascii(of.content);
    return of.what == kind_of_node::utf16 ? from_utf16(of.content) : std::string();
}

} // namespace thimble::device::plist
