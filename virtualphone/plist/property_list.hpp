// Property lists: the messages of usbmuxd, lockdownd and its services as plain values.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::plist {

/// A dictionary is an object, data is a JSON binary, a date is text as XML has it, a UID the
/// dictionary that XML writes for it ("CF$UID" and its number).
using value = nlohmann::json;
using bytes = std::vector<std::uint8_t>;
using byte_view = std::span<const std::uint8_t>;

/// Limit of a message from outside; both formats are refused beyond it.
inline constexpr int deepest_nesting = 64;
inline constexpr int most_nodes = 100'000;

/// XML or binary, told apart by the first bytes. The error is a sentence for a log.
std::expected<value, std::string> parse(byte_view message);

bytes to_xml(const value& root);
bytes to_binary(const value& root);

value data(byte_view content);

/// "2026-11-26T12:00:00Z", from seconds since the beginning of 2001.
std::string date_text(double seconds);
/// A reference of a keyed archive to one of its objects.
value uid(std::uint32_t number);
/// Nothing when it is no UID.
std::optional<std::uint32_t> uid_of(const value& from);

// Members of a dictionary by type; nothing when absent, of another type, or `dictionary` is none.
const value* find(const value& dictionary, std::string_view key);
std::optional<std::string> string_at(const value& dictionary, std::string_view key);
std::optional<std::int64_t> integer_at(const value& dictionary, std::string_view key);
std::optional<bool> bool_at(const value& dictionary, std::string_view key);
std::optional<bytes> data_at(const value& dictionary, std::string_view key);

} // namespace thimble::virtualphone::plist
