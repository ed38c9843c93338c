// Property lists that a stranger may have written, as C++ values; and written ourselves.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thimble::device::plist {

struct property_value;
using property_array = std::vector<property_value>;
using property_dictionary = std::map<std::string, property_value, std::less<>>;

/// Bytes that are no text.
struct property_data {
    std::string bytes;
};

struct property_value {
    std::variant<bool,
                 std::int64_t,
                 std::uint64_t, // as read, only of what has no place in std::int64_t
                 double,
                 std::string,
                 property_data,
                 std::chrono::sys_seconds,
                 property_array,
                 property_dictionary>
        held;
};

/// Limits of one list; both formats are refused beyond them.
inline constexpr int deepest_property = 32;
inline constexpr std::size_t most_properties = 200'000;
inline constexpr std::size_t most_property_bytes = 16U << 20U; // of texts and data together

/// XML or binary, told apart by the first bytes. The error is a sentence for a person. libplist is
/// not used: it follows the references of a binary list without a limit, so that a few hundred
/// bytes of arrays that name each other fill the memory, and it writes integers beyond 63 bits to
/// XML as negative ones.
std::expected<property_value, std::string> parse_property_list(std::string_view content);

/// As deep as the caller has made it. A control character, which XML has no place for, becomes
/// U+FFFD.
std::string to_xml(const property_value& what);

// Members of a dictionary by type; nothing when absent, of another type, or `dictionary` is none.
const property_value* member_of(const property_value& dictionary, std::string_view key);
std::optional<std::string> text_at(const property_value& dictionary, std::string_view key);
std::optional<std::string> data_at(const property_value& dictionary, std::string_view key);
std::optional<bool> flag_at(const property_value& dictionary, std::string_view key);
/// Of a number below zero its 64 bits: so have writers without unsigned integers an ECID.
std::optional<std::uint64_t> unsigned_at(const property_value& dictionary, std::string_view key);
std::optional<std::chrono::sys_seconds> date_at(const property_value& dictionary,
                                                std::string_view key);
/// The texts of an array, others left out; a text that stands alone counts as an array of one.
std::vector<std::string> texts_at(const property_value& dictionary, std::string_view key);
/// Likewise; numbers that are written as texts count as well.
std::vector<std::int64_t> numbers_at(const property_value& dictionary, std::string_view key);

} // namespace thimble::device::plist
