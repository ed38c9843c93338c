// Keys in the words of XCTest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace thimble::device::wda {

/// XCTest's name of the key of a usage of the HID keyboard page: a character, or one of its named
/// keys. Nothing for keys that it has no name for.
std::optional<std::string> key_name(std::uint16_t usage);

/// Character that typing sends for the keys that edit a text: return, backspace and tab. Nothing
/// for others.
std::optional<char> editing_character(std::uint16_t usage);

/// XCTest's modifier flags for the modifier byte of a boot keyboard report.
unsigned key_flags(std::uint8_t modifiers);

} // namespace thimble::device::wda
