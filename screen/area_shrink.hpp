// Shrinking by the mean over areas, eight rows at a time.
#pragma once

#include "screen/area_axis.hpp"

#include <cstdint>
#include <span>

namespace thimble::screen {

/// Samples of 8 bits that somebody owns: rows of interleaved channels.
template <class Sample>
struct sample_rows {
    std::span<Sample> samples;
    std::size_t row_bytes = 0; // from one row to the next
    std::size_t channels = 1;
};

/// More old samples than this to a new one are beyond the arithmetic here.
constexpr std::size_t most_taps = 128;

/// Makes `columns.size()` by `rows.size()` new samples of each channel. A new sample is within 1 of
/// the exact mean. `width` is the count of old samples of a channel in a row; each axis was made
/// for the old samples and has at most `most_taps`.
void shrink(const sample_rows<const std::uint8_t>& from,
            std::size_t width,
            const area_axis& columns,
            const area_axis& rows,
            const sample_rows<std::uint8_t>& to);

} // namespace thimble::screen
