#include "service/agent/screen_mark.hpp"

#include "screen/scale.hpp"

#include <cmath>
#include <cstdlib>

namespace thimble::service::agent {

namespace {

constexpr int mark_edge = 256;      // pixels of the longest edge
constexpr int differs_from = 24;    // of 255
constexpr int most_differences = 4; // pixels of the mark
constexpr int status_bar_of_height =
    14; // the part of a screen that it takes, on phones without a home button

/// The colours as bright as they seem, in 256ths.
std::uint8_t grey_of(const std::uint8_t* colours)
{
    return static_cast<std::uint8_t>((77 * colours[0] + 150 * colours[1] + 29 * colours[2]) / 256);
}

} // namespace

screen_mark::screen_mark(const screen::image& shown)
{
    if (shown.size().width <= 0 || shown.size().height <= 0)
        return;
    const auto small = screen::scaled(shown, screen::scaled_size(shown.size(), mark_edge));
    size_ = small.size();
    const auto pixels = small.pixels();
    greys_.reserve(pixels.size() / screen::image::channels);
    for (std::size_t at = 0; at + 2 < pixels.size(); at += screen::image::channels)
        greys_.push_back(grey_of(&pixels[at]));
}

bool screen_mark::looks_like(const screen_mark& other) const
{
    return is_alike(other, 0);
}

bool screen_mark::is_same_page_as(const screen_mark& other) const
{
    const auto rows = static_cast<std::size_t>(size_.height / status_bar_of_height);
    return is_alike(other, rows * static_cast<std::size_t>(size_.width));
}

/// From the pixel `first` on.
bool screen_mark::is_alike(const screen_mark& other, std::size_t first) const
{
    if (greys_.empty() || size_ != other.size_)
        return false;
    int differences = 0;
    for (auto at = first; at < greys_.size(); ++at)
        if (std::abs(greys_[at] - other.greys_[at]) >= differs_from)
            ++differences;
    return differences <= most_differences;
}

} // namespace thimble::service::agent
