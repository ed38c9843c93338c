#include "screen/scale.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>

namespace thimble::screen {

namespace {

/// An OpenCV view of pixels that somebody else owns.
cv::Mat view_of(image& pixels)
{
    return {pixels.size().height, pixels.size().width, CV_8UC3, pixels.pixels().data()};
}

/// OpenCV has no read-only view; what is made of it here is only read.
cv::Mat read_only_view_of(const image& pixels)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    auto* data = const_cast<std::uint8_t*>(pixels.pixels().data());
    return {pixels.size().height, pixels.size().width, CV_8UC3, data};
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

image scaled(const image& from, pixel_size to)
{
    if (from.size() == to)
        return from;
    image result(to);
    cv::Mat target = view_of(result);
    const bool shrinks = to.width < from.size().width;
    cv::resize(read_only_view_of(from), target, target.size(), 0, 0,
               shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    return result;
}

image turned_clockwise(const image& from, int quarter_turns)
{
    if (quarter_turns == 0)
        return from;
    constexpr std::array codes{cv::ROTATE_90_CLOCKWISE, cv::ROTATE_180,
                               cv::ROTATE_90_COUNTERCLOCKWISE};
    const bool swaps = quarter_turns % 2 != 0;
    image result(swaps ? pixel_size{.width = from.size().height, .height = from.size().width}
                       : from.size());
    cv::Mat target = view_of(result);
    cv::rotate(read_only_view_of(from), target,
               codes.at(static_cast<std::size_t>(quarter_turns - 1)));
    return result;
}

} // namespace thimble::screen
