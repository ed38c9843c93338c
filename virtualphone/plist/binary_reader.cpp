#include "virtualphone/plist/binary_reader.hpp"

#include <bit>
#include <stdexcept>

// Layout: "bplist00", objects, a table of their offsets, and a trailer of 32 bytes:
//   6 unused, u8 size of an offset, u8 size of a reference, u64 number of objects,
//   u64 index of the root, u64 position of the offset table. All big-endian.
// An object starts with a marker: kind in the upper half, size in the lower; size 15 means that an
// integer object with the true size follows.

namespace thimble::virtualphone::plist {
namespace {

constexpr std::size_t magic_size = 8;
constexpr std::size_t trailer_size = 32;
constexpr std::size_t most_content = 8 * 1024 * 1024; // bytes; many may refer to one large object

enum kind : std::uint8_t {
    simple = 0x0,
    integer = 0x1,
    real = 0x2,
    date = 0x3,
    blob = 0x4,
    ascii = 0x5,
    utf16 = 0x6,
    reference = 0x8,
    array = 0xA,
    dictionary = 0xD,
};

struct malformed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Foundation refuses lists whose numbers could not hold the count of objects, or the place of the
/// offset table, though none of them has to.
bool number_fits(std::uint64_t what, std::size_t width)
{
    return width >= sizeof(what) || what >> (8 * width) == 0;
}

class reader {
public:
    explicit reader(byte_view message) : message_(message)
    {
        if (message.size() < magic_size + trailer_size)
            throw malformed("binary property list is too short");
        const std::size_t trailer = message.size() - trailer_size;
        offset_size_ = message[trailer + 6];
        reference_size_ = message[trailer + 7];
        objects_ = number(trailer + 8, 8);
        root_ = number(trailer + 16, 8);
        table_ = number(trailer + 24, 8);
        if (offset_size_ < 1 || offset_size_ > 8 || reference_size_ < 1 || reference_size_ > 8)
            throw malformed("binary property list has an impossible trailer");
        if (!number_fits(objects_, reference_size_) || !number_fits(table_, offset_size_))
            throw malformed("binary property list has numbers that are too narrow");
        if (table_ > trailer || objects_ > (trailer - table_) / offset_size_)
            throw malformed("binary property list has its offset table outside");
    }

    value root() { return object(root_, 0); }

private:
    value object(std::uint64_t index, int depth)
    {
        if (depth > deepest_nesting || ++nodes_ > most_nodes)
            throw malformed("binary property list is too deep or too large");
        if (index >= objects_)
            throw malformed("binary property list refers to an object that is not there");
        const std::uint64_t at = number(table_ + index * offset_size_, offset_size_);
        const std::uint8_t marker = slice(at, 1)[0];
        const std::uint8_t low = marker & 0x0F;
        switch (marker >> 4) {
        case simple:
            return simple_value(low);
        case integer:
            return integer_value(at + 1, low);
        case real:
            return real_value(at + 1, low);
        case date:
            return date_text(real_value(at + 1, low).get<double>());
        case blob:
            return data(sized(at, low, 1));
        case ascii:
            return ascii_value(sized(at, low, 1));
        case utf16:
            return utf16_value(sized(at, low, 2));
        case reference:
            return uid_value(at + 1, low);
        case array:
            return array_value(sized(at, low, reference_size_), depth);
        case dictionary:
            return dictionary_value(sized(at, low, 2 * reference_size_), depth);
        default:
            throw malformed("binary property list holds an object of an unknown kind");
        }
    }

    static value simple_value(std::uint8_t low)
    {
        if (low == 0x8 || low == 0x9)
            return low == 0x9;
        throw malformed("binary property list holds an object of an unknown kind");
    }

    value integer_value(std::uint64_t at, std::uint8_t power)
    {
        if (power > 4)
            throw malformed("binary property list holds an integer of an unknown size");
        if (power == 4) // 16 bytes: the upper half only says that the lower one is unsigned
            return number(at + 8, 8);
        return static_cast<std::int64_t>(number(at, std::size_t{1} << power));
    }

    value real_value(std::uint64_t at, std::uint8_t power)
    {
        if (power == 2)
            return static_cast<double>(
                std::bit_cast<float>(static_cast<std::uint32_t>(number(at, 4))));
        if (power == 3)
            return std::bit_cast<double>(number(at, 8));
        throw malformed("binary property list holds a real of an unknown size");
    }

    /// As many bytes as the marker says and one.
    value uid_value(std::uint64_t at, std::uint8_t low)
    {
        if (low > 3)
            throw malformed("binary property list holds a UID of an unknown size");
        return uid(static_cast<std::uint32_t>(number(at, std::size_t{low} + 1)));
    }

    static value ascii_value(byte_view content)
    {
        for (const std::uint8_t character : content)
            if (character >= 0x80)
                throw malformed("binary property list holds ASCII text that is none");
        return std::string(content.begin(), content.end());
    }

    static value utf16_value(byte_view content)
    {
        std::string text;
        for (std::size_t at = 0; at < content.size(); at += 2) {
            std::uint32_t point = unit(content, at);
            if (point >= 0xD800 && point < 0xE000) {
                const std::uint32_t low = at + 2 < content.size() ? unit(content, at + 2) : 0;
                if (point >= 0xDC00 || low < 0xDC00 || low >= 0xE000)
                    throw malformed("binary property list holds half a surrogate pair");
                point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
                at += 2;
            }
            append_utf8(text, point);
        }
        return text;
    }

    static std::uint32_t unit(byte_view content, std::size_t at)
    {
        return static_cast<std::uint32_t>(content[at] << 8 | content[at + 1]);
    }

    static void append_utf8(std::string& text, std::uint32_t point)
    {
        const auto tail = [&](int shift) {
            text += static_cast<char>(0x80 | (point >> shift & 0x3F));
        };
        if (point < 0x80) {
            text += static_cast<char>(point);
        } else if (point < 0x800) {
            text += static_cast<char>(0xC0 | point >> 6);
            tail(0);
        } else if (point < 0x10000) {
            text += static_cast<char>(0xE0 | point >> 12);
            tail(6), tail(0);
        } else {
            text += static_cast<char>(0xF0 | point >> 18);
            tail(12), tail(6), tail(0);
        }
    }

    value array_value(byte_view references, int depth)
    {
        value items = value::array();
        for (std::size_t at = 0; at < references.size(); at += reference_size_)
            items.push_back(object(number_in(references, at, reference_size_), depth + 1));
        return items;
    }

    value dictionary_value(byte_view references, int depth)
    {
        value members = value::object();
        const std::size_t half = references.size() / 2; // all keys, then all values
        for (std::size_t at = 0; at < half; at += reference_size_) {
            const value key = object(number_in(references, at, reference_size_), depth + 1);
            if (!key.is_string())
                throw malformed("binary property list has a key that is no string");
            members[key.get_ref<const std::string&>()] =
                object(number_in(references, half + at, reference_size_), depth + 1);
        }
        return members;
    }

    /// The content of the object at `at`, whose size counts units of `unit_size` bytes.
    byte_view sized(std::uint64_t at, std::uint8_t low, std::size_t unit_size)
    {
        std::uint64_t count = low;
        std::uint64_t content = at + 1;
        if (low == 0xF) {
            const std::uint8_t marker = slice(at + 1, 1)[0];
            if (marker >> 4 != integer || (marker & 0x0F) > 3)
                throw malformed("binary property list has an object of an unknown size");
            const std::size_t width = std::size_t{1} << (marker & 0x0F);
            count = number(at + 2, width);
            content = at + 2 + width;
        }
        if (count > message_.size() / unit_size)
            throw malformed("binary property list has an object larger than itself");
        content_ += count * unit_size;
        if (content_ > most_content)
            throw malformed("binary property list is too deep or too large");
        return slice(content, count * unit_size);
    }

    std::uint64_t number(std::uint64_t at, std::size_t width) const
    {
        return number_in(slice(at, width), 0, width);
    }

    static std::uint64_t number_in(byte_view where, std::size_t at, std::size_t width)
    {
        std::uint64_t result = 0;
        for (const std::uint8_t byte : where.subspan(at, width))
            result = result << 8 | byte;
        return result;
    }

    byte_view slice(std::uint64_t at, std::uint64_t size) const
    {
        if (at > message_.size() || size > message_.size() - at)
            throw malformed("binary property list ends too early");
        return message_.subspan(at, size);
    }

    byte_view message_;
    std::size_t offset_size_ = 0;
    std::size_t reference_size_ = 0;
    std::uint64_t objects_ = 0;
    std::uint64_t root_ = 0;
    std::uint64_t table_ = 0;
    int nodes_ = 0;
    std::size_t content_ = 0; // bytes read out of objects so far
};

} // namespace

std::expected<value, std::string> parse_binary(byte_view message)
try {
    return reader(message).root();
} catch (const malformed& error) {
    return std::unexpected(error.what());
}

} // namespace thimble::virtualphone::plist
