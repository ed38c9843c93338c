// Texts from a phone, cut to what is passed on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thimble::device {

/// In bytes, of the version that a driver on the phone calls itself by.
inline constexpr std::size_t longest_version = 40;

/// The longest beginning of `text` that is valid UTF-8 and has at most `most` bytes: whoever writes
/// it as JSON need not wonder.
std::string cut_text(std::string_view text, std::size_t most);

/// The same beginning on one line, with a space in place of each control character: words from
/// outside that become part of a message.
std::string cut_to_line(std::string_view text, std::size_t most);

} // namespace thimble::device
