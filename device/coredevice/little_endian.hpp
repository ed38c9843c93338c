// Integers as RemoteXPC writes them: least significant byte first.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace thimble::device::coredevice {

template <std::unsigned_integral Integer>
void put_little_endian(std::vector<std::byte>& to, Integer what)
{
    for (std::size_t at = 0; at < sizeof(Integer); ++at)
        to.push_back(static_cast<std::byte>(what >> (8 * at)));
}

/// `from` has at least as many bytes as the integer.
template <std::unsigned_integral Integer>
Integer little_endian(std::span<const std::byte> from)
{
    Integer result = 0;
    for (std::size_t at = 0; at < sizeof(Integer); ++at)
        result |= static_cast<Integer>(std::to_integer<Integer>(from[at]) << (8 * at));
    return result;
}

} // namespace thimble::device::coredevice
