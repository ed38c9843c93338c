#include "device/plist/property_list_formats.hpp"

#include <bit>
#include <cmath>

// Layout: "bplist00", objects, a table of their offsets, and a trailer of 32 bytes:
//   6 unused, u8 size of an offset, u8 size of a reference, u64 number of objects,
//   u64 index of the root, u64 position of the offset table. All big-endian.
// An object starts with a marker: kind in the upper half, size in the lower; size 15 means that an
// integer object with the true size follows.

namespace thimble::device::plist {
namespace {

constexpr std::size_t signature_bytes = 8;
constexpr std::size_t trailer_size = 32;
constexpr unsigned more_follows = 15;

enum class object_kind : std::uint8_t {
    simple = 0x0,
    integer = 0x1,
    real = 0x2,
    date = 0x3,
    data = 0x4,
    ascii = 0x5,
    utf16 = 0x6,
    uid = 0x8,
    array = 0xA,
    set = 0xC,
    dictionary = 0xD,
};

[[noreturn]] void refuse_binary_list()
{
    throw malformed_property_list("The binary property list is damaged.");
}

class binary_list_reader {
public:
    explicit binary_list_reader(std::string_view content) : content_(content)
    {
        if (content.size() < signature_bytes + trailer_size)
            refuse_binary_list();
        const std::size_t trailer = content.size() - trailer_size;
        offset_bytes_ = static_cast<std::size_t>(number(trailer + 6, 1));
        reference_bytes_ = static_cast<std::size_t>(number(trailer + 7, 1));
        objects_ = number(trailer + 8, 8);
        root_ = number(trailer + 16, 8);
        table_ = number(trailer + 24, 8);
        if (offset_bytes_ < 1 || offset_bytes_ > 8 || reference_bytes_ < 1 ||
            reference_bytes_ > 8 || table_ > trailer ||
            objects_ > (trailer - table_) / offset_bytes_)
            refuse_binary_list();
    }

    property_value root() { return object(root_, 0); }

private:
    struct sized_object {
        std::uint64_t at = 0; // of its content
        std::uint64_t count = 0;
    };

    property_value object(std::uint64_t index, int depth)
    {
        budget_.take_value(depth);
        if (index >= objects_)
            refuse_binary_list();
        const auto at = number(table_ + (index * offset_bytes_), offset_bytes_);
        const auto marker = static_cast<unsigned>(number(at, 1));
        const unsigned low = marker & 0x0FU;
        switch (static_cast<object_kind>(marker >> 4U)) {
        case object_kind::simple:
            return simple(low);
        case object_kind::integer:
            return {integer(at + 1, low)};
        case object_kind::real:
            return {real(at + 1, low)};
        case object_kind::date:
            return {date(at + 1, low)};
        case object_kind::data:
            return {property_data{bytes(at, low, 1)}};
        case object_kind::ascii:
            return {ascii(bytes(at, low, 1))};
        case object_kind::utf16:
            return {utf16(bytes(at, low, 2))};
        case object_kind::uid:
            return {integer_of_bytes(at + 1, low + 1)};
        case object_kind::array:
        case object_kind::set:
            return {array(sized(at, low, reference_bytes_), depth)};
        case object_kind::dictionary:
            return {dictionary(sized(at, low, 2 * reference_bytes_), depth)};
        default:
            refuse_binary_list();
        }
    }

    static property_value simple(unsigned low)
    {
        if (low != 0x8 && low != 0x9)
            refuse_binary_list();
        return {low == 0x9};
    }

    std::int64_t integer_of_bytes(std::uint64_t at, unsigned width) const
    {
        if (width > 8)
            refuse_binary_list();
        return static_cast<std::int64_t>(number(at, width));
    }

    std::int64_t integer(std::uint64_t at, unsigned power) const
    {
        if (power > 4)
            refuse_binary_list();
        if (power == 4) // 16 bytes: the upper half only says that the lower one has no sign
            return static_cast<std::int64_t>(number(at + 8, 8));
        return integer_of_bytes(at, 1U << power);
    }

    double real(std::uint64_t at, unsigned power) const
    {
        if (power == 2)
            return static_cast<double>(
                std::bit_cast<float>(static_cast<std::uint32_t>(number(at, 4))));
        if (power == 3)
            return std::bit_cast<double>(number(at, 8));
        refuse_binary_list();
    }

    /// Seconds since the beginning of 2001.
    std::chrono::sys_seconds date(std::uint64_t at, unsigned power) const
    {
        using namespace std::chrono;
        constexpr double furthest = 1e12;
        const double since = real(at, power);
        if (!std::isfinite(since) || std::abs(since) > furthest)
            refuse_binary_list();
        return sys_days(year(2001) / January / 1) + seconds(static_cast<std::int64_t>(since));
    }

    static std::string ascii(std::string content)
    {
        for (const char each : content)
            if (static_cast<unsigned char>(each) >= 0x80)
                refuse_binary_list();
        return content;
    }

    static std::string utf16(std::string_view content)
    {
        const auto unit = [&](std::size_t at) {
            return (static_cast<std::uint32_t>(static_cast<unsigned char>(content[at])) << 8U) |
                   static_cast<unsigned char>(content[at + 1]);
        };
        std::string text;
        for (std::size_t at = 0; at + 1 < content.size(); at += 2) {
            std::uint32_t point = unit(at);
            if (point >= 0xD800 && point < 0xDC00 && at + 3 < content.size()) {
                const std::uint32_t low = unit(at + 2);
                if (low < 0xDC00 || low >= 0xE000)
                    refuse_binary_list();
                point = 0x10000U + ((point - 0xD800U) << 10U) + (low - 0xDC00U);
                at += 2;
            }
            if (!append_utf8(text, point))
                refuse_binary_list();
        }
        return text;
    }

    property_array array(sized_object of, int depth)
    {
        property_array items;
        for (std::uint64_t i = 0; i < of.count; ++i)
            items.push_back(object(reference(of.at, i), depth + 1));
        return items;
    }

    property_dictionary dictionary(sized_object of, int depth)
    {
        property_dictionary members;
        for (std::uint64_t i = 0; i < of.count; ++i) { // all keys, then all values
            auto key = object(reference(of.at, i), depth + 1);
            auto* const name = std::get_if<std::string>(&key.held);
            if (name == nullptr)
                refuse_binary_list();
            members.insert_or_assign(std::move(*name),
                                     object(reference(of.at, of.count + i), depth + 1));
        }
        return members;
    }

    std::uint64_t reference(std::uint64_t first, std::uint64_t index) const
    {
        return number(first + (index * reference_bytes_), reference_bytes_);
    }

    /// The content of the object at `at`, whose size counts units of `unit` bytes.
    sized_object sized(std::uint64_t at, unsigned low, std::size_t unit) const
    {
        sized_object found{.at = at + 1, .count = low};
        if (low == more_follows) {
            const auto marker = static_cast<unsigned>(number(at + 1, 1));
            const unsigned power = marker & 0x0FU;
            if (static_cast<object_kind>(marker >> 4U) != object_kind::integer || power > 3)
                refuse_binary_list();
            found = {.at = at + 2 + (1U << power), .count = number(at + 2, 1U << power)};
        }
        if (found.at > content_.size() || found.count > (content_.size() - found.at) / unit)
            refuse_binary_list();
        return found;
    }

    std::string bytes(std::uint64_t at, unsigned low, std::size_t unit)
    {
        const auto place = sized(at, low, unit);
        budget_.take_bytes(place.count * unit);
        return std::string(content_.substr(place.at, place.count * unit));
    }

    std::uint64_t number(std::uint64_t at, std::size_t width) const
    {
        if (at > content_.size() || width > content_.size() - at)
            refuse_binary_list();
        std::uint64_t value = 0;
        for (const char each : content_.substr(at, width))
            value = (value << 8U) | static_cast<unsigned char>(each);
        return value;
    }

    std::string_view content_;
    property_budget budget_;
    std::size_t offset_bytes_ = 0;
    std::size_t reference_bytes_ = 0;
    std::uint64_t objects_ = 0;
    std::uint64_t root_ = 0;
    std::uint64_t table_ = 0;
};

} // namespace

property_value read_binary_property_list(std::string_view content)
{
    return binary_list_reader(content).root();
}

} // namespace thimble::device::plist
