#include "screen/crop.hpp"

#include <algorithm>
#include <cstdint>

namespace thimble::screen {

namespace {

/// Where an edge is at another size; `up` says which way pieces of a pixel are rounded.
int mapped_edge(int edge, int from, int to, bool up)
{
    const std::int64_t scaled = static_cast<std::int64_t>(edge) * to;
    return static_cast<int>((scaled + (up ? from - 1 : 0)) / from);
}

} // namespace

area mapped(const area& part, pixel_size from, pixel_size to)
{
    const int left = mapped_edge(part.x, from.width, to.width, false);
    const int top = mapped_edge(part.y, from.height, to.height, false);
    const int right = mapped_edge(part.x + part.width, from.width, to.width, true);
    const int bottom = mapped_edge(part.y + part.height, from.height, to.height, true);
    return {.x = left, .y = top, .width = right - left, .height = bottom - top};
}

bool is_padded(pixel_size picture, pixel_size panel)
{
    constexpr int most = 64; // pixels; less than that
    const auto adds_little = [](int encoded, int needed) {
        return encoded >= needed && encoded - needed < most;
    };
    return adds_little(picture.width, panel.width) && adds_little(picture.height, panel.height);
}

image cropped(const image& from, const area& part)
{
    image result({.width = part.width, .height = part.height});
    const auto skipped = static_cast<std::size_t>(part.x) * image::channels;
    for (int row = 0; row < part.height; ++row) {
        const auto source = static_cast<std::size_t>(part.y + row) * from.row_bytes() + skipped;
        const auto target = static_cast<std::size_t>(row) * result.row_bytes();
        std::ranges::copy(from.pixels().subspan(source, result.row_bytes()),
                          result.pixels().subspan(target).begin());
    }
    return result;
}

} // namespace thimble::screen
