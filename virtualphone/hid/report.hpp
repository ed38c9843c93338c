// Reports of HID as hosts send them to a phone of iOS 27: the touchscreen's, a keyboard's, and the
// one that moves a pointer.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace thimble::virtualphone::hid {

using byte_view = std::span<const std::uint8_t>;

inline constexpr std::size_t touch_report_size = 58;
inline constexpr std::size_t key_report_size = 39;
inline constexpr std::size_t pointer_report_size = 19;
inline constexpr std::size_t most_contacts = 5;
inline constexpr std::size_t usage_count = 240; // of the keyboard page, modifiers among them

/// A finger as a report tells of it. The place is counted from the panel's own top left, from 0 to
/// 65535 on both axes, however the interface lies.
struct contact {
    int identity = 0; // 0..4, the same as long as the finger is down
    bool touching = false;
    std::uint16_t x = 0;
    std::uint16_t y = 0;

    friend bool operator==(const contact&, const contact&) = default;
};

struct touch_report {
    std::vector<contact> contacts;
    std::uint64_t nanoseconds = 0; // 48 bits of a clock of the host's
};

struct key_report {
    std::bitset<usage_count> pressed; // all keys that are down
    std::uint64_t nanoseconds = 0;
};

struct pointer_report {
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::uint64_t nanoseconds = 0;
};

/// The error says what is wrong with it. Bytes that no captured report uses are not looked at.
std::expected<touch_report, std::string> parse_touch_report(byte_view report);
std::expected<key_report, std::string> parse_key_report(byte_view report);
std::expected<pointer_report, std::string> parse_pointer_report(byte_view report);

} // namespace thimble::virtualphone::hid
