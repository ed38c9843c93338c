// Bytes as a person writes them down.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::tests {

/// "00f0 0000 …"; blanks are for the eye.
std::vector<std::byte> bytes_of(std::string_view hexadecimal);

/// As bytes_of() takes them, without blanks.
std::string hexadecimal(std::span<const std::byte> bytes);

/// The letters of a text.
std::vector<std::byte> letters_of(std::string_view text);

} // namespace thimble::tests
