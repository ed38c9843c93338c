#include "screen/scale.hpp"

#include "screen/area_shrink.hpp"
#include "screen/pixel_view.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace thimble::screen {

namespace {

area_axis axis_of(int from, int to)
{
    return {from, to, sample_range{.offset = 0, .scale = static_cast<double>(from) / to}};
}

void shrink_part(const image& from, const area& part, image& to)
{
    const auto first = (static_cast<std::size_t>(part.y) * from.row_bytes()) +
                       (static_cast<std::size_t>(part.x) * image::channels);
    shrink({.samples = from.pixels().subspan(first),
            .row_bytes = from.row_bytes(),
            .channels = image::channels},
           static_cast<std::size_t>(part.width), axis_of(part.width, to.size().width),
           axis_of(part.height, to.size().height),
           {.samples = to.pixels(), .row_bytes = to.row_bytes(), .channels = image::channels});
}

} // namespace

pixel_size scaled_size(pixel_size native, int longest_edge)
{
    const auto longest = static_cast<std::int64_t>(std::max(native.width, native.height));
    const auto scale_edge = [&](int edge) {
        const std::int64_t doubled = 2 * static_cast<std::int64_t>(edge) * longest_edge;
        return std::max(1, static_cast<int>((doubled + longest) / (2 * longest)));
    };
    return {.width = scale_edge(native.width), .height = scale_edge(native.height)};
}

bool can_shrink(const area& part, pixel_size to)
{
    constexpr int most = static_cast<int>(most_taps) / 2 - 2; // colour may shrink by twice as much
    const auto shrinks = [](int from, int edge) { return edge <= from && from / edge <= most; };
    return shrinks(part.width, to.width) && shrinks(part.height, to.height);
}

image scaled(const image& from, const area& part, pixel_size to)
{
    if (to == pixel_size{.width = part.width, .height = part.height})
        return to == from.size() ? from : cropped(from, part);
    image result(to);
    if (can_shrink(part, to)) {
        shrink_part(from, part, result);
        return result;
    }
    cv::Mat target = writable_view_of(result);
    const bool shrinks = to.width < part.width || to.height < part.height;
    cv::resize(view_of(from, part), target, target.size(), 0, 0,
               shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    return result;
}

image scaled(const image& from, pixel_size to)
{
    const area whole{.x = 0, .y = 0, .width = from.size().width, .height = from.size().height};
    return scaled(from, whole, to);
}

} // namespace thimble::screen
