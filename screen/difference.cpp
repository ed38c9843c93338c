#include "screen/difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>

namespace thimble::screen {

namespace {

constexpr int seen_from = 24; // of 255, in any of the three colours

/// The same where pictures are coded differently. Of half a screenshot's width, seen on five
/// screens, brightness differs by up to 16, and a colour by up to 112 along the edges of strong
/// colours.
constexpr int brightness_seen_from = 24;
constexpr int colour_seen_from = 128;

/// Of red, green and blue, by BT.601; in thousandths.
constexpr std::array<int, image::channels> brightness_parts{299, 587, 114};
constexpr int brightness_whole = 1000;

/// Pixels side by side, the corners included, that are more than noise.
constexpr int smallest_group = 2;

/// Which pixels of two pictures of the same size look different.
class difference_map {
public:
    difference_map(const image& one, const image& other, coded how)
        : size_(one.size()), differs_(one.pixels().size() / image::channels)
    {
        if (how == coded::alike)
            mark_colours(one.pixels(), other.pixels(), seen_from);
        else
            mark_brightness_and_colours(one.pixels(), other.pixels());
    }

    double share() const
    {
        const auto different = std::ranges::count(differs_, 1);
        return static_cast<double>(different) /
               static_cast<double>(std::max<std::size_t>(1, differs_.size()));
    }

    /// Around all pixels that do not differ alone.
    std::optional<area> bounds() const
    {
        int left = size_.width;
        int top = size_.height;
        int right = 0;
        int bottom = 0;
        for (int y = 0; y < size_.height; ++y)
            for (int x = 0; x < size_.width; ++x)
                if (at(x, y) && around(x, y) >= smallest_group) {
                    left = std::min(left, x);
                    top = std::min(top, y);
                    right = std::max(right, x + 1);
                    bottom = std::max(bottom, y + 1);
                }
        if (right == 0)
            return std::nullopt;
        return area{.x = left, .y = top, .width = right - left, .height = bottom - top};
    }

private:
    using samples = std::span<const std::uint8_t>;

    void mark_colours(samples one, samples other, int from)
    {
        for (std::size_t at = 0; at < one.size(); ++at)
            if (std::abs(one[at] - other[at]) >= from)
                differs_[at / image::channels] = 1;
    }

    void mark_brightness_and_colours(samples one, samples other)
    {
        mark_colours(one, other, colour_seen_from);
        for (std::size_t pixel = 0; pixel < differs_.size(); ++pixel) {
            int difference = 0;
            for (std::size_t part = 0; part < image::channels; ++part) {
                const auto at = (pixel * image::channels) + part;
                difference += brightness_parts.at(part) * (one[at] - other[at]);
            }
            if (std::abs(difference) >= brightness_seen_from * brightness_whole)
                differs_[pixel] = 1;
        }
    }

    bool at(int x, int y) const
    {
        const auto row = static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width);
        return differs_[row + static_cast<std::size_t>(x)] != 0;
    }

    /// Number of those that differ in the three by three pixels around this one, itself included.
    int around(int x, int y) const
    {
        int count = 0;
        for (int row = std::max(0, y - 1); row <= std::min(size_.height - 1, y + 1); ++row)
            for (int column = std::max(0, x - 1); column <= std::min(size_.width - 1, x + 1);
                 ++column)
                count += at(column, row) ? 1 : 0;
        return count;
    }

    pixel_size size_;
    std::vector<std::uint8_t> differs_;
};

} // namespace

double visible_difference(const image& one, const image& other, coded how)
{
    return one.size() == other.size() ? difference_map(one, other, how).share() : 1;
}

std::optional<area> changed_area(const image& one, const image& other, coded how)
{
    if (one.size() == other.size())
        return difference_map(one, other, how).bounds();
    return area{.width = other.size().width, .height = other.size().height};
}

} // namespace thimble::screen
