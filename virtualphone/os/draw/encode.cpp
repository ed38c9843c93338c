#include "virtualphone/os/draw/encode.hpp"

#include <png.h>
// jpeglib.h wants FILE and size_t to be known already.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <jpeglib.h>
#include <memory>
#include <stdexcept>

namespace thimble::virtualphone {
namespace {

// Both libraries are C, and let an error handler unwind by exception: every frame between here and
// there is either theirs (compiled with unwind tables on our platforms) or ours.
[[noreturn]] void fail_png(png_structp, png_const_charp message)
{
    throw std::runtime_error(message);
}

[[noreturn]] void fail_jpeg(j_common_ptr)
{
    throw std::runtime_error("the JPEG encoder failed");
}

class png_writer {
public:
    explicit png_writer(std::vector<std::uint8_t>& out)
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail_png, nullptr)),
          info_(png_create_info_struct(png_))
    {
        png_set_write_fn(png_, &out, append, nullptr);
    }
    png_writer(const png_writer&) = delete;
    png_writer& operator=(const png_writer&) = delete;
    ~png_writer() { png_destroy_write_struct(&png_, &info_); }

    void write(const pixels& picture)
    {
        // The cheapest compression that still makes an interface small.
        png_set_compression_level(png_, 1);
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
        png_set_IHDR(png_, info_, static_cast<png_uint_32>(picture.width),
                     static_cast<png_uint_32>(picture.height), 8, PNG_COLOR_TYPE_RGB,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_write_info(png_, info_);
        png_set_bgr(png_);
        png_set_filler(png_, 0, PNG_FILLER_AFTER);
        for (int y = 0; y < picture.height; ++y)
            png_write_row(png_, picture.data + static_cast<std::ptrdiff_t>(y) * picture.stride);
        png_write_end(png_, nullptr);
    }

private:
    static void append(png_structp png, png_bytep bytes, std::size_t count)
    {
        auto& out = *static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(png));
        out.insert(out.end(), bytes, bytes + count);
    }

    png_structp png_;
    png_infop info_;
};

class jpeg_writer {
public:
    jpeg_writer()
    {
        compress_.err = jpeg_std_error(&errors_);
        errors_.error_exit = fail_jpeg;
        jpeg_create_compress(&compress_);
    }
    jpeg_writer(const jpeg_writer&) = delete;
    jpeg_writer& operator=(const jpeg_writer&) = delete;
    ~jpeg_writer() { jpeg_destroy_compress(&compress_); }

    std::vector<std::uint8_t> write(const pixels& picture, int quality)
    {
        unsigned char* bytes = nullptr;
        unsigned long size = 0; // NOLINT(google-runtime-int): the library's type
        jpeg_mem_dest(&compress_, &bytes, &size);
        compress_.image_width = static_cast<JDIMENSION>(picture.width);
        compress_.image_height = static_cast<JDIMENSION>(picture.height);
        compress_.input_components = 4;
        compress_.in_color_space = JCS_EXT_BGRX;
        jpeg_set_defaults(&compress_);
        jpeg_set_quality(&compress_, quality, TRUE);
        compress_.dct_method = JDCT_FASTEST;
        jpeg_start_compress(&compress_, TRUE);
        while (compress_.next_scanline < compress_.image_height) {
            const auto y = static_cast<std::ptrdiff_t>(compress_.next_scanline);
            auto* row = const_cast<JSAMPROW>(picture.data + y * picture.stride);
            jpeg_write_scanlines(&compress_, &row, 1);
        }
        jpeg_finish_compress(&compress_);
        const std::unique_ptr<unsigned char, decltype(&std::free)> owned(bytes, &std::free);
        return {bytes, bytes + size};
    }

private:
    jpeg_compress_struct compress_{};
    jpeg_error_mgr errors_{};
};

} // namespace

std::vector<std::uint8_t> encode_png(const pixels& picture)
{
    std::vector<std::uint8_t> out;
    out.reserve(std::size_t{1} << 20U);
    png_writer(out).write(picture);
    return out;
}

std::vector<std::uint8_t> encode_jpeg(const pixels& picture, int quality)
{
    return jpeg_writer().write(picture, std::clamp(quality, 1, 100));
}

} // namespace thimble::virtualphone
