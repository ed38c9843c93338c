#include "screen/png_rows.hpp"

#include "screen/png_filter.hpp"

#include <algorithm>
#include <vector>

namespace thimble::screen {

namespace {

// Measured on screens of phones; each value is what ISA-L's size is to that of libpng's defaults.
// Text and lists without a filter: 1.03 to 1.11, with one up to 1.35. Photographs with "up": 1.15
// to 1.2, without a filter 1.9. Gradients without grain 1.3 to 1.8 with any filter; with "paeth"
// and libdeflate's level 1 up to 1.2, but where colours change seldom only level 6 gets to 1.3, and
// is then as quick.
enum class texture : std::uint8_t { flat, smooth, grainy };

constexpr std::size_t strip_rows = 16; // one of them speaks for all
constexpr int small_step = 2;

/// Differences of a row's bytes from those of the pixel before.
struct row_steps {
    std::size_t all = 0;
    std::size_t small = 0;
};

row_steps steps_in(std::span<const std::uint8_t> row)
{
    std::uint32_t all = 0;
    std::uint32_t small = 0;
    for (std::size_t at = image::channels; at < row.size(); ++at) {
        const int step = row[at] - row[at - image::channels];
        all += static_cast<std::uint32_t>(step != 0);
        small += static_cast<std::uint32_t>(step != 0 && step <= small_step && step >= -small_step);
    }
    return {.all = all, .small = small};
}

texture texture_of(const row_steps& steps, std::size_t row_bytes)
{
    if (steps.all * 10 >= row_bytes * 3)
        return texture::grainy;
    return steps.small * 2 > steps.all ? texture::smooth : texture::flat;
}

/// Kind of picture, strip by strip.
struct looks {
    std::vector<texture> strips;
    std::size_t smooth_strips = 0;
    std::size_t smooth_steps = 0; // in the rows that spoke for those
};

looks looks_of(const image& picture)
{
    const std::size_t length = picture.row_bytes();
    const auto height = static_cast<std::size_t>(picture.size().height);
    looks result;
    for (std::size_t at = 0; at < height; at += strip_rows) {
        const std::size_t middle = (at + std::min(at + strip_rows, height)) / 2;
        const auto steps = steps_in(picture.pixels().subspan(middle * length, length));
        result.strips.push_back(texture_of(steps, length));
        if (result.strips.back() == texture::smooth) {
            ++result.smooth_strips;
            result.smooth_steps += steps.all;
        }
    }
    return result;
}

repeat_search search_for(const looks& of, std::size_t row_bytes)
{
    if (of.smooth_strips * 4 <= of.strips.size())
        return repeat_search::quick;
    const bool change_seldom = of.smooth_steps * 16 < of.smooth_strips * row_bytes;
    return change_seldom ? repeat_search::thorough : repeat_search::fair;
}

png_filter filter_for(texture strip, repeat_search search)
{
    if (search != repeat_search::quick)
        return png_filter::paeth;
    return strip == texture::grainy ? png_filter::up : png_filter::none;
}

} // namespace

filtered_picture filter_rows(const image& from)
{
    const std::size_t length = from.row_bytes();
    const auto height = static_cast<std::size_t>(from.size().height);
    const auto seen = looks_of(from);
    filtered_picture result{
        .data = nullptr, .length = (length + 1) * height, .search = search_for(seen, length)};
    result.data = std::make_unique_for_overwrite<std::uint8_t[]>(result.length);
    const std::vector<std::uint8_t> zeros(length);
    std::span<const std::uint8_t> above = zeros;
    std::span<std::uint8_t> to(result.data.get(), result.length);
    for (std::size_t at = 0; at < height; ++at, to = to.subspan(length + 1)) {
        const auto filter = filter_for(seen.strips[at / strip_rows], result.search);
        const auto row = from.pixels().subspan(at * length, length);
        to.front() = static_cast<std::uint8_t>(filter);
        filter_row(filter, row, above, to.subspan(1, length));
        above = row;
    }
    return result;
}

} // namespace thimble::screen
