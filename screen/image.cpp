#include "screen/image.hpp"

namespace thimble::screen {

image::image(pixel_size size)
    : size_(size), pixels_(static_cast<std::size_t>(size.width) *
                           static_cast<std::size_t>(size.height) * channels)
{
}

std::size_t image::row_bytes() const noexcept
{
    return static_cast<std::size_t>(size_.width) * channels;
}

} // namespace thimble::screen
