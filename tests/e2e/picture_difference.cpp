// Counts pixels whose channels are further apart than scaling and anti-aliasing explain.
#include "tests/e2e/picture_difference.hpp"

#include "screen/png.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <stdexcept>

namespace thimble::e2e {

namespace {

constexpr int clear_difference = 24; // of 255

bool differs(const screen::image& one, const screen::image& other, int x, int y)
{
    const auto offset = static_cast<std::size_t>(y) * one.row_bytes() +
                        static_cast<std::size_t>(x) * screen::image::channels;
    for (std::size_t channel = 0; channel < screen::image::channels; ++channel) {
        const int difference = one.pixels()[offset + channel] - other.pixels()[offset + channel];
        if (std::abs(difference) > clear_difference)
            return true;
    }
    return false;
}

int count(
    const screen::image& one, const screen::image& other, int left, int top, int right, int bottom)
{
    if (!(one.size() == other.size()))
        throw std::invalid_argument("pictures of different sizes cannot be compared");
    int result = 0;
    for (int y = std::max(top, 0); y <= std::min(bottom, one.size().height - 1); ++y) {
        for (int x = std::max(left, 0); x <= std::min(right, one.size().width - 1); ++x)
            result += differs(one, other, x, y) ? 1 : 0;
    }
    return result;
}

} // namespace

screen::image picture_of(const std::string& png)
{
    auto decoded = screen::decode_png(std::as_bytes(std::span(png)));
    if (!decoded)
        throw std::invalid_argument(decoded.error());
    return std::move(*decoded);
}

int differing_pixels_near(
    const screen::image& one, const screen::image& other, int x, int y, int reach)
{
    return count(one, other, x - reach, y - reach, x + reach, y + reach);
}

int differing_pixels(const screen::image& one, const screen::image& other)
{
    return count(one, other, 0, 0, one.size().width, one.size().height);
}

} // namespace thimble::e2e
