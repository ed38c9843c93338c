// The filters that PNG applies to rows before it compresses them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace thimble::screen {

/// As PNG numbers them.
enum class png_filter : std::uint8_t { none, sub, up, average, paeth };

/// Undoes a row's filter. `above` is the row before it, unfiltered, or zeros; all three have the
/// same length, a whole number of pixels of `pixel_bytes` (3 or 4), and do not overlap.
void unfilter_row(png_filter filter,
                  std::size_t pixel_bytes,
                  std::span<const std::uint8_t> filtered,
                  std::span<const std::uint8_t> above,
                  std::span<std::uint8_t> row);

/// Filters a row of RGB with none, up or paeth. All three have the same length and do not overlap.
void filter_row(png_filter filter,
                std::span<const std::uint8_t> row,
                std::span<const std::uint8_t> above,
                std::span<std::uint8_t> filtered);

} // namespace thimble::screen
