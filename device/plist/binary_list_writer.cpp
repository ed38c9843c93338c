#include "device/plist/binary_list.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <bit>

namespace thimble::device::plist {
namespace {

constexpr unsigned integer_marker = 0x10;
constexpr unsigned real_marker = 0x23;
constexpr unsigned date_marker = 0x33;
constexpr unsigned data_marker = 0x40;
constexpr unsigned ascii_marker = 0x50;
constexpr unsigned utf16_marker = 0x60;
constexpr unsigned uid_marker = 0x80;
constexpr unsigned array_marker = 0xA0;
constexpr unsigned dictionary_marker = 0xD0;
constexpr std::size_t longest_in_marker = 14;

void put_number(bytes& to, std::uint64_t what, std::size_t width)
{
    for (std::size_t left = width; left > 0; --left)
        to.push_back(static_cast<std::byte>(what >> (8 * (left - 1))));
}

/// In bytes: 1, 2, 4 or 8.
std::size_t width_of(std::uint64_t what)
{
    if (what <= 0xFF)
        return 1;
    if (what <= 0xFFFF)
        return 2;
    return what <= 0xFFFF'FFFF ? 4 : 8;
}

void put_integer(bytes& to, std::uint64_t what)
{
    const auto width = width_of(what);
    to.push_back(
        static_cast<std::byte>(integer_marker + static_cast<unsigned>(std::countr_zero(width))));
    put_number(to, what, width);
}

bool is_ascii(std::string_view text)
{
    return std::ranges::all_of(text,
                               [](char each) { return static_cast<unsigned char>(each) < 0x80; });
}

/// In UTF-16, most significant byte first.
bytes to_utf16(std::string_view text)
{
    bytes result;
    while (!text.empty()) {
        const auto next = service::first_code_point(text).value_or(
            service::code_point{.value = 0xFFFD, .length = 1});
        text.remove_prefix(next.length);
        const auto point = static_cast<std::uint32_t>(next.value);
        if (point >= 0x1'0000) {
            put_number(result, 0xD800 + ((point - 0x1'0000) >> 10U), 2);
            put_number(result, 0xDC00 + ((point - 0x1'0000) & 0x3FFU), 2);
        } else {
            put_number(result, point, 2);
        }
    }
    return result;
}

} // namespace

binary_list_writer::binary_list_writer()
{
    add({}); // the root's place
}

void binary_list_writer::put_sized(bytes& to, unsigned marker, std::size_t count)
{
    const bool follows = count > longest_in_marker;
    to.push_back(static_cast<std::byte>(marker | (follows ? 15U : static_cast<unsigned>(count))));
    if (follows)
        put_integer(to, count);
}

binary_list_writer::number binary_list_writer::add(object what)
{
    objects_.push_back(std::move(what));
    return objects_.size() - 1;
}

binary_list_writer::number binary_list_writer::boolean(bool what)
{
    return add({.head = {what ? std::byte{0x09} : std::byte{0x08}}});
}

binary_list_writer::number binary_list_writer::integer(std::int64_t what)
{
    object result;
    put_integer(result.head, static_cast<std::uint64_t>(what)); // below zero: all 8 bytes
    return add(std::move(result));
}

binary_list_writer::number binary_list_writer::real(double what)
{
    object result;
    result.head.push_back(static_cast<std::byte>(real_marker));
    put_number(result.head, std::bit_cast<std::uint64_t>(what), 8);
    return add(std::move(result));
}

binary_list_writer::number binary_list_writer::date(double seconds)
{
    object result;
    result.head.push_back(static_cast<std::byte>(date_marker));
    put_number(result.head, std::bit_cast<std::uint64_t>(seconds), 8);
    return add(std::move(result));
}

binary_list_writer::number binary_list_writer::data(byte_view what)
{
    object result;
    put_sized(result.head, data_marker, what.size());
    result.head.insert(result.head.end(), what.begin(), what.end());
    return add(std::move(result));
}

binary_list_writer::number binary_list_writer::text(std::string_view utf8)
{
    object result;
    if (is_ascii(utf8)) {
        put_sized(result.head, ascii_marker, utf8.size());
        for (const char each : utf8)
            result.head.push_back(static_cast<std::byte>(each));
    } else {
        const auto units = to_utf16(utf8);
        put_sized(result.head, utf16_marker, units.size() / 2);
        result.head.insert(result.head.end(), units.begin(), units.end());
    }
    return add(std::move(result));
}

binary_list_writer::number binary_list_writer::uid(std::uint64_t what)
{
    object result;
    const auto width = width_of(what);
    result.head.push_back(static_cast<std::byte>(uid_marker + width - 1));
    put_number(result.head, what, width);
    return add(std::move(result));
}

binary_list_writer::number binary_list_writer::array(const std::vector<number>& of)
{
    object result;
    put_sized(result.head, array_marker, of.size());
    result.references = of;
    return add(std::move(result));
}

binary_list_writer::object
binary_list_writer::dictionary_object(const std::vector<std::pair<number, number>>& of)
{
    object result;
    put_sized(result.head, dictionary_marker, of.size());
    for (const auto& [key, what] : of)
        result.references.push_back(key);
    for (const auto& [key, what] : of)
        result.references.push_back(what);
    return result;
}

binary_list_writer::number
binary_list_writer::dictionary(const std::vector<std::pair<number, number>>& of)
{
    return add(dictionary_object(of));
}

bytes binary_list_writer::finish(const std::vector<std::pair<number, number>>& root) &&
{
    objects_.front() = dictionary_object(root);
    const auto reference_width = width_of(objects_.size()); // a phone wants the count to fit
    bytes result;
    for (const char each : std::string_view("bplist00"))
        result.push_back(static_cast<std::byte>(each));
    std::vector<std::size_t> begins;
    for (const auto& each : objects_) {
        begins.push_back(result.size());
        result.insert(result.end(), each.head.begin(), each.head.end());
        for (const auto other : each.references)
            put_number(result, other, reference_width);
    }
    const auto table = result.size();
    const auto offset_width = width_of(table);
    for (const auto each : begins)
        put_number(result, each, offset_width);
    put_number(result, 0, 6);
    put_number(result, offset_width, 1);
    put_number(result, reference_width, 1);
    put_number(result, objects_.size(), 8);
    put_number(result, 0, 8); // the root
    put_number(result, table, 8);
    return result;
}

} // namespace thimble::device::plist
