// Eight numbers at once, in one register of whichever processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace thimble::screen {

constexpr std::size_t lane_count = 8;

using lanes [[gnu::vector_size(16)]] = std::uint16_t;
using wide_lanes [[gnu::vector_size(32)]] = std::uint32_t;
using narrow_lanes [[gnu::vector_size(8)]] = std::uint8_t;

/// Eight rows of eight numbers.
using lane_square = std::array<lanes, lane_count>;

/// The same number in all of them.
inline lanes in_all_lanes(std::uint16_t value)
{
    return lanes{} + value;
}

/// The upper half of each product.
inline lanes upper_product(lanes one, lanes other)
{
    const wide_lanes product =
        __builtin_convertvector(one, wide_lanes) * __builtin_convertvector(other, wide_lanes);
    return __builtin_convertvector(product >> 16U, lanes);
}

/// Eight samples, each as the upper half of its number.
inline lanes loaded_above(const std::uint8_t* samples)
{
    narrow_lanes loaded;
    std::memcpy(&loaded, samples, sizeof(loaded));
    return __builtin_convertvector(loaded, lanes) << 8U;
}

/// Each number of one, followed by that of the other: for the first four, and for the last.
inline lanes first_interleaved(lanes one, lanes other)
{
    return __builtin_shufflevector(one, other, 0, 8, 1, 9, 2, 10, 3, 11);
}
inline lanes last_interleaved(lanes one, lanes other)
{
    return __builtin_shufflevector(one, other, 4, 12, 5, 13, 6, 14, 7, 15);
}

/// Rows become columns.
inline lane_square transposed(lane_square square)
{
    for (int step = 0; step < 3; ++step) {
        const lane_square from = square;
        for (std::size_t i = 0; i < lane_count / 2; ++i) {
            square[2 * i] = first_interleaved(from[i], from[i + 4]);
            square[(2 * i) + 1] = last_interleaved(from[i], from[i + 4]);
        }
    }
    return square;
}

} // namespace thimble::screen
