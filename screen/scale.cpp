#include "screen/scale.hpp"

#include "screen/pixel_view.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace thimble::screen {

pixel_size scaled_size(pixel_size native, int longest_edge)
{
    const auto longest = static_cast<std::int64_t>(std::max(native.width, native.height));
    const auto scale_edge = [&](int edge) {
        const std::int64_t doubled = 2 * static_cast<std::int64_t>(edge) * longest_edge;
        return std::max(1, static_cast<int>((doubled + longest) / (2 * longest)));
    };
    return {.width = scale_edge(native.width), .height = scale_edge(native.height)};
}

image scaled(const image& from, const area& part, pixel_size to)
{
    if (to == pixel_size{.width = part.width, .height = part.height})
        return to == from.size() ? from : cropped(from, part);
    image result(to);
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
