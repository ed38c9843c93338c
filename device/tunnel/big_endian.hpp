// Numbers as they stand on the wire: most significant byte first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace thimble::device::tunnel {

/// `at` and the bytes behind it are within `bytes`.
inline std::uint16_t read_u16(std::span<const std::byte> bytes, std::size_t at)
{
    return static_cast<std::uint16_t>((std::to_integer<unsigned>(bytes[at]) << 8U) |
                                      std::to_integer<unsigned>(bytes[at + 1]));
}

inline std::uint32_t read_u32(std::span<const std::byte> bytes, std::size_t at)
{
    return (std::uint32_t{read_u16(bytes, at)} << 16U) | read_u16(bytes, at + 2);
}

inline void write_u16(std::span<std::byte> bytes, std::size_t at, std::uint16_t value)
{
    bytes[at] = static_cast<std::byte>(value >> 8U);
    bytes[at + 1] = static_cast<std::byte>(value & 0xffU);
}

inline void write_u32(std::span<std::byte> bytes, std::size_t at, std::uint32_t value)
{
    write_u16(bytes, at, static_cast<std::uint16_t>(value >> 16U));
    write_u16(bytes, at + 2, static_cast<std::uint16_t>(value & 0xffffU));
}

} // namespace thimble::device::tunnel
