// zlib's format, and the CRC-32 by which captured offers are known.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <expected>
#include <string>

namespace thimble::virtualphone::media {

/// At most `largest` bytes; its own checksum has to be right, and nothing may follow.
std::expected<bytes, std::string> inflate(byte_view from, std::size_t largest);
bytes deflate(byte_view from);

std::uint32_t crc32_of(byte_view content);

} // namespace thimble::virtualphone::media
