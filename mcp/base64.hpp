// Base64 in both alphabets, read strictly.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace thimble::mcp {

/// For URLs and headers: without padding, '-' and '_' instead of '+' and '/'.
std::string to_base64url(std::string_view bytes);

/// Nothing where a character, the padding or a bit is not as it would be written.
std::optional<std::string> from_base64url(std::string_view text);
std::optional<std::string> from_base64(std::string_view text);

} // namespace thimble::mcp
