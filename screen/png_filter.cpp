#include "screen/png_filter.hpp"

#include <algorithm>
#include <cstring>

namespace thimble::screen {

namespace {

// A pixel is worked on as a whole, one lane a colour; the compilers make vector instructions of it
// on x86-64 and arm64. Pixels of three bytes use three of the lanes.
using packed_pixel = std::uint8_t __attribute__((vector_size(4)));
using wide_pixel = std::int16_t __attribute__((vector_size(8)));

template <std::size_t Bytes>
packed_pixel load(const std::uint8_t* from)
{
    packed_pixel pixel{};
    std::memcpy(&pixel, from, Bytes);
    return pixel;
}

wide_pixel wide(packed_pixel pixel)
{
    return __builtin_convertvector(pixel, wide_pixel);
}

packed_pixel narrow(wide_pixel pixel)
{
    return __builtin_convertvector(pixel, packed_pixel);
}

struct undo_sub {
    packed_pixel left{};

    packed_pixel operator()(packed_pixel filtered, packed_pixel /*above*/)
    {
        return left = left + filtered;
    }
};

struct undo_average {
    packed_pixel left{};

    packed_pixel operator()(packed_pixel filtered, packed_pixel above)
    {
        const packed_pixel average = (left & above) + ((left ^ above) >> 1);
        return left = average + filtered;
    }
};

/// The predicted value is left, above or above left: the nearest to left + above - above left.
/// Where three times above left lies, less the other two, tells which, without a distance.
struct undo_paeth {
    wide_pixel left{};
    wide_pixel above_left{};

    packed_pixel operator()(packed_pixel filtered, packed_pixel above_pixel)
    {
        const wide_pixel above = wide(above_pixel);
        const wide_pixel turning = (above_left * 3) - above - left;
        const wide_pixel low = left < above ? left : above;
        const wide_pixel high = left < above ? above : left;
        const wide_pixel not_high = high > turning ? above_left : low;
        const wide_pixel predicted = turning > low ? not_high : high;
        above_left = above;
        left = (predicted + wide(filtered)) & 0xff; // stays wide: narrowing it costs a third more
        return narrow(left);
    }
};

template <std::size_t Bytes, class Undo>
void undo_in(std::span<const std::uint8_t> filtered,
             std::span<const std::uint8_t> above,
             std::span<std::uint8_t> row)
{
    Undo undo;
    std::size_t at = 0;
    // Four bytes at once, even of pixels of three: what is too much belongs to the next pixel,
    // which is written after this one.
    for (; at + sizeof(packed_pixel) <= row.size(); at += Bytes) {
        const packed_pixel pixel = undo(load<4>(&filtered[at]), load<4>(&above[at]));
        std::memcpy(&row[at], &pixel, sizeof(packed_pixel));
    }
    if (at < row.size()) {
        const packed_pixel pixel = undo(load<Bytes>(&filtered[at]), load<Bytes>(&above[at]));
        std::memcpy(&row[at], &pixel, Bytes);
    }
}

template <class Undo>
void undo_in(std::size_t pixel_bytes,
             std::span<const std::uint8_t> filtered,
             std::span<const std::uint8_t> above,
             std::span<std::uint8_t> row)
{
    if (pixel_bytes == 3)
        undo_in<3, Undo>(filtered, above, row);
    else
        undo_in<4, Undo>(filtered, above, row);
}

void undo_up(std::span<const std::uint8_t> filtered,
             std::span<const std::uint8_t> above,
             std::span<std::uint8_t> row)
{
    for (std::size_t at = 0; at < row.size(); ++at)
        row[at] = static_cast<std::uint8_t>(filtered[at] + above[at]);
}

void apply_up(std::span<const std::uint8_t> row,
              std::span<const std::uint8_t> above,
              std::span<std::uint8_t> filtered)
{
    for (std::size_t at = 0; at < row.size(); ++at)
        filtered[at] = static_cast<std::uint8_t>(row[at] - above[at]);
}

void apply_paeth(std::span<const std::uint8_t> row,
                 std::span<const std::uint8_t> above,
                 std::span<std::uint8_t> filtered)
{
    constexpr std::size_t pixel_bytes = 3;
    for (std::size_t at = 0; at < pixel_bytes;
         ++at) // where nothing is on the left, above is nearest
        filtered[at] = static_cast<std::uint8_t>(row[at] - above[at]);
    for (std::size_t at = pixel_bytes; at < row.size(); ++at) {
        const std::int16_t left = row[at - pixel_bytes];
        const std::int16_t up = above[at];
        const std::int16_t corner = above[at - pixel_bytes];
        const auto turning = static_cast<std::int16_t>((3 * corner) - left - up);
        const std::int16_t low = std::min(left, up);
        const std::int16_t high = std::max(left, up);
        const std::int16_t not_high = high > turning ? corner : low;
        const std::int16_t predicted = turning > low ? not_high : high;
        filtered[at] = static_cast<std::uint8_t>(row[at] - predicted);
    }
}

} // namespace

void unfilter_row(png_filter filter,
                  std::size_t pixel_bytes,
                  std::span<const std::uint8_t> filtered,
                  std::span<const std::uint8_t> above,
                  std::span<std::uint8_t> row)
{
    switch (filter) {
    case png_filter::none:
        std::ranges::copy(filtered, row.begin());
        break;
    case png_filter::sub:
        undo_in<undo_sub>(pixel_bytes, filtered, above, row);
        break;
    case png_filter::up:
        undo_up(filtered, above, row);
        break;
    case png_filter::average:
        undo_in<undo_average>(pixel_bytes, filtered, above, row);
        break;
    case png_filter::paeth:
        undo_in<undo_paeth>(pixel_bytes, filtered, above, row);
        break;
    }
}

void filter_row(png_filter filter,
                std::span<const std::uint8_t> row,
                std::span<const std::uint8_t> above,
                std::span<std::uint8_t> filtered)
{
    if (filter == png_filter::paeth)
        apply_paeth(row, above, filtered);
    else if (filter == png_filter::up)
        apply_up(row, above, filtered);
    else
        std::ranges::copy(row, filtered.begin());
}

} // namespace thimble::screen
