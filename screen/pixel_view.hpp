// OpenCV's view of pixels that an image owns.
#pragma once

#include "screen/crop.hpp"
#include "screen/image.hpp"

#include <opencv2/core.hpp>

namespace thimble::screen {

inline cv::Mat writable_view_of(image& pixels)
{
    return {pixels.size().height, pixels.size().width, CV_8UC3, pixels.pixels().data()};
}

/// OpenCV has no read-only view; what is made of it is only read.
inline cv::Mat view_of(const image& pixels)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    auto* data = const_cast<std::uint8_t*>(pixels.pixels().data());
    return {pixels.size().height, pixels.size().width, CV_8UC3, data};
}

inline cv::Mat view_of(const image& pixels, const area& part)
{
    return view_of(pixels)(cv::Rect(part.x, part.y, part.width, part.height));
}

} // namespace thimble::screen
