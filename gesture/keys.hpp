// Keys of a keyboard by name and by character, as usages of the HID keyboard page (0x07).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace thimble::gesture {

/// "enter", "escape", "arrow_up", …, "a".."z", "0".."9".
std::span<const std::string_view> key_names();

/// The usage of a key by its name; nothing for an unknown name.
std::optional<std::uint16_t> key_usage(std::string_view name);

/// Bits of the modifier byte of a boot keyboard report.
constexpr std::uint8_t control_bit = 1U << 0U;
constexpr std::uint8_t shift_bit = 1U << 1U;
constexpr std::uint8_t alternate_bit = 1U << 2U;
constexpr std::uint8_t command_bit = 1U << 3U;

/// A key with the modifiers that are held beside it.
struct stroke {
    std::uint16_t usage = 0;
    std::uint8_t modifiers = 0;

    friend bool operator==(const stroke&, const stroke&) = default;
};

/// Keys that type a character on a keyboard of the US layout; nothing for what is not on its keys.
std::optional<stroke> stroke_of(char character);

} // namespace thimble::gesture
