// TCP's sequence numbers, which begin anew after 2^32 bytes.
#pragma once

#include <cstdint>

namespace thimble::device::tunnel {

using sequence = std::uint32_t;

/// Distance of `to` behind `from`; negative when it is before it. Right for distances below 2^31.
constexpr std::int32_t distance(sequence from, sequence to)
{
    return static_cast<std::int32_t>(to - from);
}

constexpr bool before(sequence first, sequence second)
{
    return distance(first, second) > 0;
}

constexpr bool at_or_before(sequence first, sequence second)
{
    return distance(first, second) >= 0;
}

} // namespace thimble::device::tunnel
