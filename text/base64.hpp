// Base64, as pictures, passwords and clipboards go into text.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// With padding, on one line.
std::string encode_base64(std::span<const std::byte> bytes);
std::string encode_base64(std::string_view bytes);

/// Nothing when it is not base64 in whole groups of four.
std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

/// Nothing where a character, the padding or a bit is not as it would be written.
std::optional<std::string> decode_base64_strictly(std::string_view text);

/// For URLs and headers: without padding, '-' and '_' instead of '+' and '/'. Read as strictly.
std::string encode_base64url(std::string_view bytes);
std::optional<std::string> decode_base64url(std::string_view text);

} // namespace thimble::service
