#include "screen/turning.hpp"

#include "screen/pixel_view.hpp"

#include <opencv2/core.hpp>

#include <utility>

namespace thimble::screen {

pixel_size turned(pixel_size size, const turning& how)
{
    if (how.transposed)
        std::swap(size.width, size.height);
    return size;
}

area stored_area(const area& part, pixel_size upright, const turning& how)
{
    area result = part;
    if (how.flipped)
        result.y = upright.height - part.y - part.height;
    if (how.mirrored)
        result.x = upright.width - part.x - part.width;
    if (how.transposed) {
        std::swap(result.x, result.y);
        std::swap(result.width, result.height);
    }
    return result;
}

int flip_code(const turning& how)
{
    if (how.mirrored && how.flipped)
        return -1;
    return how.mirrored ? 1 : 0;
}

image turned(image from, const turning& how)
{
    if (how.transposed) {
        image result(turned(from.size(), how));
        cv::Mat target = writable_view_of(result);
        cv::transpose(view_of(from), target);
        from = std::move(result);
    }
    if (how.mirrored || how.flipped) {
        cv::Mat both = writable_view_of(from);
        cv::flip(both, both, flip_code(how));
    }
    return from;
}

} // namespace thimble::screen
