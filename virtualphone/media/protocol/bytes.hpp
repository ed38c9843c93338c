// Bytes of a media stream, and whole numbers in them as networks have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thimble::virtualphone::media {

using bytes = std::vector<std::uint8_t>;
using byte_view = std::span<const std::uint8_t>;

inline std::uint32_t big_endian(byte_view from, std::size_t at, std::size_t size)
{
    std::uint32_t value = 0;
    for (const std::uint8_t each : from.subspan(at, size))
        value = value << 8U | each;
    return value;
}

inline void append_number(bytes& to, std::uint32_t value, std::size_t size)
{
    for (std::size_t back = size; back > 0; --back)
        to.push_back(static_cast<std::uint8_t>(value >> (back - 1) * 8));
}

inline void append(bytes& to, byte_view more)
{
    to.insert(to.end(), more.begin(), more.end());
}

} // namespace thimble::virtualphone::media
