// Texts that let in whoever has them: 256 bits in base62, behind a few letters that say what for.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace thimble::service {

using token_bytes = std::array<unsigned char, 32>;

/// `prefix` and 43 characters of base62.
std::string to_token(std::string_view prefix, token_bytes bytes);

/// Throws when the system has no random bytes.
std::string random_token(std::string_view prefix);

} // namespace thimble::service
