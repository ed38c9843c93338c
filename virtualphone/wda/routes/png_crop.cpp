#include "virtualphone/wda/routes/png_crop.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <png.h>

namespace thimble::virtualphone::wda {

namespace {

constexpr int channels = 3; // RGB

struct rgb_rows {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> bytes;
};

std::optional<rgb_rows> read_png(const std::vector<std::uint8_t>& file)
{
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&header, file.data(), file.size()) == 0)
        return std::nullopt;
    header.format = PNG_FORMAT_RGB;
    rgb_rows picture{.width = static_cast<int>(header.width),
                     .height = static_cast<int>(header.height),
                     .bytes = std::vector<std::uint8_t>(PNG_IMAGE_SIZE(header))};
    if (png_image_finish_read(&header, nullptr, picture.bytes.data(), 0, nullptr) == 0)
        return std::nullopt;
    return picture;
}

std::vector<std::uint8_t> write_png(const rgb_rows& picture)
{
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    header.format = PNG_FORMAT_RGB;
    header.width = static_cast<png_uint_32>(picture.width);
    header.height = static_cast<png_uint_32>(picture.height);
    png_alloc_size_t size = 0;
    if (png_image_write_to_memory(&header, nullptr, &size, 0, picture.bytes.data(), 0, nullptr) ==
        0)
        return {};
    std::vector<std::uint8_t> file(size);
    if (png_image_write_to_memory(&header, file.data(), &size, 0, picture.bytes.data(), 0,
                                  nullptr) == 0)
        return {};
    file.resize(size);
    return file;
}

} // namespace

std::vector<std::uint8_t> cropped_png(const std::vector<std::uint8_t>& file, pixel_area area)
{
    const auto whole = read_png(file);
    if (!whole)
        return {};
    const int left = std::max(area.x, 0);
    const int top = std::max(area.y, 0);
    rgb_rows part{.width = std::min(area.x + area.width, whole->width) - left,
                  .height = std::min(area.y + area.height, whole->height) - top,
                  .bytes = {}};
    if (part.width <= 0 || part.height <= 0)
        return {};
    const auto row_size = static_cast<std::ptrdiff_t>(whole->width) * channels;
    for (int row = top; row < top + part.height; ++row) {
        const auto begin =
            whole->bytes.begin() + row * row_size + static_cast<std::ptrdiff_t>(left) * channels;
        part.bytes.insert(part.bytes.end(), begin,
                          begin + static_cast<std::ptrdiff_t>(part.width) * channels);
    }
    return write_png(part);
}

} // namespace thimble::virtualphone::wda
