#include "screen/libpng_decode.hpp"

#include <memory>
#include <png.h>

namespace thimble::screen {

namespace {

struct png_image_freed {
    void operator()(png_image* handle) const noexcept { png_image_free(handle); }
};

} // namespace

std::expected<image, std::string> decode_with_libpng(std::span<const std::byte> png,
                                                     pixel_size size)
{
    png_image handle{};
    handle.version = PNG_IMAGE_VERSION;
    const std::unique_ptr<png_image, png_image_freed> freed(&handle);
    if (png_image_begin_read_from_memory(&handle, png.data(), png.size()) == 0)
        return std::unexpected(std::string("broken PNG: ") + handle.message);
    handle.format = PNG_FORMAT_RGB;
    image result(size);
    const png_color black{};
    if (png_image_finish_read(&handle, &black, result.pixels().data(),
                              static_cast<png_int_32>(result.row_bytes()), nullptr) == 0)
        return std::unexpected(std::string("broken PNG: ") + handle.message);
    return result;
}

} // namespace thimble::screen
