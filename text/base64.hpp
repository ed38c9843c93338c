// Base64, as pictures and passwords go into text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace thimble::service {

/// With padding, on one line.
std::string encode_base64(std::span<const std::byte> bytes);

} // namespace thimble::service
