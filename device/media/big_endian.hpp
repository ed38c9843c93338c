// Numbers as they stand in a stream: most significant byte first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thimble::device::media {

/// `at` and the bytes behind it are within `from`.
inline std::uint16_t read_u16(std::span<const std::byte> from, std::size_t at)
{
    return static_cast<std::uint16_t>((std::to_integer<unsigned>(from[at]) << 8U) |
                                      std::to_integer<unsigned>(from[at + 1]));
}

inline std::uint32_t read_u32(std::span<const std::byte> from, std::size_t at)
{
    return (std::uint32_t{read_u16(from, at)} << 16U) | read_u16(from, at + 2);
}

inline void append_u8(std::vector<std::byte>& to, unsigned value)
{
    to.push_back(static_cast<std::byte>(value & 0xffU));
}

inline void append_u16(std::vector<std::byte>& to, unsigned value)
{
    append_u8(to, value >> 8U);
    append_u8(to, value);
}

inline void append_u32(std::vector<std::byte>& to, std::uint32_t value)
{
    append_u16(to, value >> 16U);
    append_u16(to, value);
}

} // namespace thimble::device::media
