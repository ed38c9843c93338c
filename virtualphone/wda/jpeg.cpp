#include "virtualphone/wda/jpeg.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <turbojpeg.h>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::size_t channels = 3;

template <auto Free>
struct freed_by {
    template <class Pointee>
    void operator()(Pointee* pointer) const noexcept
    {
        Free(pointer);
    }
};

using codec = std::unique_ptr<void, freed_by<tjDestroy>>;
using codec_bytes = std::unique_ptr<unsigned char, freed_by<tjFree>>;

void check(int result)
{
    if (result != 0)
        throw std::runtime_error("the JPEG library failed");
}

/// An APP1 segment: a big-endian TIFF header with one entry, tag 0x0112, one 16-bit value.
std::array<std::uint8_t, 36> exif_segment(exif_orientation orientation)
{
    return {0xFF, 0xE1, 0, 34, 'E', 'x', 'i', 'f', 0, 0,
            'M',  'M',  0, 42, 0,   0,   0,   8,   0, 1,
            0x01, 0x12, 0, 3,  0,   0,   0,   1,   0, static_cast<std::uint8_t>(orientation),
            0,    0,    0, 0,  0,   0};
}

} // namespace

rgb_picture decode_jpeg(const std::vector<std::uint8_t>& file, int eighths)
{
    const codec decoder(tjInitDecompress());
    int width = 0;
    int height = 0;
    int subsampling = 0;
    int color_space = 0;
    check(tjDecompressHeader3(decoder.get(), file.data(), file.size(), &width, &height,
                              &subsampling, &color_space));
    const tjscalingfactor scale{eighths, 8};
    width = TJSCALED(width, scale);
    height = TJSCALED(height, scale);
    rgb_picture picture{static_cast<std::size_t>(width), static_cast<std::size_t>(height), {}};
    picture.bytes.resize(picture.width * picture.height * channels);
    check(tjDecompress2(decoder.get(), file.data(), file.size(), picture.bytes.data(), width, 0,
                        height, TJPF_RGB, 0));
    return picture;
}

std::vector<std::uint8_t>
encode_jpeg(const rgb_picture& picture, int quality, exif_orientation orientation)
{
    const codec encoder(tjInitCompress());
    unsigned char* bytes = nullptr;
    unsigned long size = 0; // NOLINT(google-runtime-int): the library's type
    const int result = tjCompress2(
        encoder.get(), picture.bytes.data(), static_cast<int>(picture.width), 0,
        static_cast<int>(picture.height), TJPF_RGB, &bytes, &size, TJSAMP_420, quality, 0);
    const codec_bytes owned(bytes);
    check(result);
    constexpr std::size_t start_marker = 2;
    std::vector<std::uint8_t> file(bytes, bytes + start_marker);
    std::ranges::copy(exif_segment(orientation), std::back_inserter(file));
    file.insert(file.end(), bytes + start_marker, bytes + size);
    return file;
}

rgb_picture turned_right(const rgb_picture& picture)
{
    rgb_picture result{picture.height, picture.width, {}};
    result.bytes.resize(picture.bytes.size());
    for (std::size_t y = 0; y < picture.height; ++y) {
        for (std::size_t x = 0; x < picture.width; ++x) {
            const auto* const from = &picture.bytes[(y * picture.width + x) * channels];
            const std::size_t column = picture.height - 1 - y;
            std::copy_n(from, channels, &result.bytes[(x * result.width + column) * channels]);
        }
    }
    return result;
}

rgb_picture turned_over(rgb_picture picture)
{
    auto& bytes = picture.bytes;
    std::ranges::reverse(bytes); // which also turns RGB into BGR
    for (std::size_t at = 0; at + 2 < bytes.size(); at += channels)
        std::swap(bytes[at], bytes[at + 2]);
    return picture;
}

} // namespace thimble::virtualphone::wda
