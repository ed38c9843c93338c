// Binary property lists (bplist00), object by object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::device::plist {

using bytes = std::vector<std::byte>;
using byte_view = std::span<const std::byte>;

/// The objects of a list that a stranger may have written, each found by its number. Nothing is
/// followed by itself: objects may hold each other, and one may be held by thousands, so whoever
/// follows them counts. libplist follows all of them without a limit. The bytes stay with the
/// caller.
class binary_list {
public:
    enum class kind : std::uint8_t {
        null,
        boolean,
        integer,
        large_integer, // beyond what has a sign: `integer` has its 64 bits
        real,
        date,
        data,
        ascii,
        utf16,
        uid,
        array, // or a set
        dictionary,
    };

    struct node {
        kind what = kind::null;
        std::int64_t integer = 0; // of a boolean and a UID as well
        double real = 0;          // of a date as well, in seconds since 2001
        byte_view content;        // of data and text; references of an array or dictionary
        std::size_t count = 0;    // of elements or entries
    };

    /// Nothing where the bytes are none, or the table of objects does not lie in them.
    static std::optional<binary_list> open(byte_view of);

    std::size_t root() const noexcept { return root_; }

    /// Nothing where there is no such object, or it is of no known kind or does not lie in the
    /// bytes.
    std::optional<node> at(std::size_t number) const;

    /// The number of an array's element, or a dictionary's key; the value of that key is `count`
    /// places behind. A place beyond those is not asked for.
    std::size_t reference(const node& of, std::size_t place) const;

private:
    explicit binary_list(byte_view of) : all_(of) {}

    byte_view slice(std::size_t from, std::size_t count) const;
    std::optional<node> scalar(std::size_t at, unsigned marker) const;
    std::optional<node> sized(std::size_t at, unsigned marker) const;

    byte_view all_;
    std::size_t offset_size_ = 0;
    std::size_t reference_size_ = 0;
    std::size_t objects_ = 0;
    std::size_t root_ = 0;
    std::size_t table_ = 0;
};

/// In UTF-8; empty for an object that is no text. A character that is none becomes U+FFFD.
std::string text_of(const binary_list::node& of);

/// Writes the objects of a list one after another. The root is a dictionary, of the number 0.
class binary_list_writer {
public:
    using number = std::size_t;

    binary_list_writer();

    number boolean(bool what);
    number integer(std::int64_t what);
    number real(double what);
    number date(double seconds);
    number data(byte_view what);
    number text(std::string_view utf8);
    number uid(std::uint64_t what);
    number array(const std::vector<number>& of);
    number dictionary(const std::vector<std::pair<number, number>>& of); // keys and values

    bytes finish(const std::vector<std::pair<number, number>>& root) &&;

private:
    struct object {
        bytes head; // all of one that refers to no other
        std::vector<number> references{};
    };

    static void put_sized(bytes& to, unsigned marker, std::size_t count);
    static object dictionary_object(const std::vector<std::pair<number, number>>& of);
    number add(object what);

    std::vector<object> objects_;
};

} // namespace thimble::device::plist
