// Pictures that are as hard to compress and as full of small print as a phone's screen.
#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace thimble::bench {

struct phone_screen {
    std::string name;
    cv::Mat pixels; // blue, green, red, as OpenCV has them
};

/// A list with text, a feed of photos, a home screen and a film, each of 1290 by 2796 pixels. The
/// same each time.
std::vector<phone_screen> phone_screens();

} // namespace thimble::bench
