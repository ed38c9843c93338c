#include "screen/png.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <png.h>

namespace thimble::screen {

namespace {

struct image_freed {
    void operator()(png_image* handle) const noexcept { png_image_free(handle); }
};

constexpr std::size_t header_bytes = 24; // signature, chunk length and name, width, height

int big_endian_32(std::span<const std::byte> at)
{
    std::uint32_t value = 0;
    for (const std::byte part : at.first(4))
        value = (value << 8U) | std::to_integer<std::uint32_t>(part);
    return static_cast<int>(std::min<std::uint32_t>(value, 0x7fffffff));
}

/// Runs libpng's writer. Nothing in this frame has a destructor, because errors leave by longjmp.
bool write_png(png_structp png, png_infop info, const image& from, bytes* out)
{
    // libpng's only way to report errors; the frame holds plain pointers alone.
    if (setjmp(png_jmpbuf(png)) != 0) // NOLINT(bugprone-*,cert-err52-cpp,modernize-*)
        return false;
    png_set_write_fn(
        png, out,
        [](png_structp writer, png_bytep data, std::size_t length) {
            auto* target = static_cast<bytes*>(png_get_io_ptr(writer));
            const auto* first =
                reinterpret_cast<const std::byte*>(data); // NOLINT(*-reinterpret-cast)
            target->insert(target->end(), first, first + length);
        },
        nullptr);
    // Measured on screens of phones: level 1 with the filter "up" costs a fifth of the defaults and
    // gives files of nearly the same size.
    png_set_compression_level(png, 1);
    png_set_filter(png, 0, PNG_FILTER_UP);
    png_set_IHDR(png, info, static_cast<png_uint_32>(from.size().width),
                 static_cast<png_uint_32>(from.size().height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int row = 0; row < from.size().height; ++row)
        png_write_row(png,
                      from.pixels().data() + (static_cast<std::size_t>(row) * from.row_bytes()));
    png_write_end(png, nullptr);
    return true;
}

} // namespace

std::expected<pixel_size, std::string> png_size(std::span<const std::byte> png)
{
    constexpr std::array<unsigned char, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const bool signed_as_png =
        png.size() >= header_bytes &&
        std::ranges::equal(png.first(signature.size()), signature, {},
                           [](std::byte part) { return std::to_integer<unsigned char>(part); });
    if (!signed_as_png)
        return std::unexpected("this is not a PNG picture");
    const pixel_size size{.width = big_endian_32(png.subspan(16)),
                          .height = big_endian_32(png.subspan(20))};
    if (size.width < 1 || size.height < 1 || size.width > largest_edge ||
        size.height > largest_edge)
        return std::unexpected("a picture of " + std::to_string(size.width) + " x " +
                               std::to_string(size.height) + " pixels is not a phone's screen");
    return size;
}

std::expected<image, std::string> decode_png(std::span<const std::byte> png)
{
    const auto claimed = png_size(png);
    if (!claimed)
        return std::unexpected(claimed.error());
    png_image handle{};
    handle.version = PNG_IMAGE_VERSION;
    const std::unique_ptr<png_image, image_freed> freed(&handle);
    if (png_image_begin_read_from_memory(&handle, png.data(), png.size()) == 0)
        return std::unexpected(std::string("broken PNG: ") + handle.message);
    handle.format = PNG_FORMAT_RGB;
    image result(*claimed);
    const png_color black{};
    if (png_image_finish_read(&handle, &black, result.pixels().data(),
                              static_cast<png_int_32>(result.row_bytes()), nullptr) == 0)
        return std::unexpected(std::string("broken PNG: ") + handle.message);
    return result;
}

bytes encode_png(const image& from)
{
    bytes result;
    result.reserve(from.pixels().size() / 4);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    if (png == nullptr)
        throw std::bad_alloc();
    png_infop info = png_create_info_struct(png);
    const bool written = info != nullptr && write_png(png, info, from, &result);
    png_destroy_write_struct(&png, &info);
    if (!written) // the writer's only failure with sane sizes is memory
        throw std::bad_alloc();
    return result;
}

} // namespace thimble::screen
