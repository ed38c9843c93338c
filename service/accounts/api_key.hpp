// The text of an API key and what is kept of it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// "tk_" and 32 random bytes in base62. Throws when the system has no random bytes.
std::string random_api_key();

/// SHA-256 of a key. A password would need a slow hash with salt, because people choose what can be
/// guessed; there is nothing to guess in 256 random bits, and a request is checked within a
/// microsecond.
using key_digest = std::array<unsigned char, 32>;

key_digest digest_of(std::string_view key);

/// In hexadecimal, as the database has it; nothing for what is no digest.
std::string to_text(const key_digest& digest);
std::optional<key_digest> parse_digest(std::string_view text);

/// The first characters, by which a person tells keys apart: "tk_4fQx9". They leave more than 200
/// bits unknown.
std::string prefix_of(std::string_view key);

} // namespace thimble::service
