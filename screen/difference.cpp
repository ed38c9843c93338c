#include "screen/difference.hpp"

#include <algorithm>
#include <cstdlib>

namespace thimble::screen {

namespace {

constexpr int seen_from = 24; // of 255, in any of the three colours

} // namespace

double visible_difference(const image& one, const image& other)
{
    if (one.size() != other.size())
        return 1;
    const auto first = one.pixels();
    const auto second = other.pixels();
    std::size_t different = 0;
    for (std::size_t at = 0; at < first.size(); at += image::channels) {
        int most = 0;
        for (std::size_t channel = at; channel < at + image::channels; ++channel)
            most = std::max(most, std::abs(first[channel] - second[channel]));
        different += most >= seen_from ? 1 : 0;
    }
    const auto pixels = std::max<std::size_t>(1, first.size() / image::channels);
    return static_cast<double>(different) / static_cast<double>(pixels);
}

} // namespace thimble::screen
