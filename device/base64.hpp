// Base64, as WebDriverAgent wraps pictures and the clipboard in it.
#pragma once

#include "screen/picture.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace thimble::device {

std::string encode_base64(std::string_view bytes);

/// Nothing when it is not base64 in whole groups of four.
std::optional<screen::bytes> decode_base64(std::string_view text);

} // namespace thimble::device
