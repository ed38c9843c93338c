#include "screen/jpeg.hpp"

#include "screen/exif.hpp"
#include "screen/png.hpp"
#include "screen/turbojpeg_handle.hpp"

#include <algorithm>

namespace thimble::screen {

namespace {

std::expected<jpeg_header, std::string> checked(const jpeg_header& header, int colours)
{
    const auto size = header.stored;
    if (size.width < 1 || size.height < 1 || std::max(size.width, size.height) > largest_edge ||
        std::int64_t{size.width} * size.height > largest_area)
        return std::unexpected("a picture of " + std::to_string(size.width) + " x " +
                               std::to_string(size.height) + " pixels is not a phone's screen");
    if (colours == TJCS_CMYK || colours == TJCS_YCCK)
        return std::unexpected("a JPEG in the colours of print is not a phone's screen");
    return header;
}

/// The smallest size that JPEG's own arithmetic gives away and that has enough pixels.
pixel_size cheapest_size(pixel_size stored, int enough)
{
    int count = 0;
    const tjscalingfactor* factors = tjGetScalingFactors(&count);
    pixel_size best = stored;
    for (const auto& factor : std::span(factors, static_cast<std::size_t>(std::max(0, count)))) {
        const pixel_size scaled{.width = TJSCALED(stored.width, factor),
                                .height = TJSCALED(stored.height, factor)};
        const bool has_enough = std::max(scaled.width, scaled.height) >= enough;
        // Halves, quarters and eighths have quick ways; what lies between them has none.
        const bool quick = factor.num == 1 && factor.denom <= 8;
        if (quick && has_enough && scaled.width < best.width)
            best = scaled;
    }
    return best;
}

} // namespace

std::expected<jpeg_header, std::string> read_jpeg_header(std::span<const std::byte> jpeg)
{
    const auto decoder = turbojpeg::owned(tjInitDecompress());
    jpeg_header result;
    int colours = 0;
    if (tjDecompressHeader3(decoder.get(), turbojpeg::data_of(jpeg), jpeg.size(),
                            &result.stored.width, &result.stored.height, &result.subsampling,
                            &colours) != 0)
        return turbojpeg::broken(decoder);
    result.turned = exif::turning_of(exif::orientation_of(jpeg));
    return checked(result, colours);
}

std::expected<pixel_size, std::string> jpeg_size(std::span<const std::byte> jpeg)
{
    const auto header = read_jpeg_header(jpeg);
    if (!header)
        return std::unexpected(header.error());
    return header->upright();
}

std::expected<image, std::string> decode_jpeg(std::span<const std::byte> jpeg, int enough)
{
    const auto header = read_jpeg_header(jpeg);
    if (!header)
        return std::unexpected(header.error());
    const auto decoder = turbojpeg::owned(tjInitDecompress());
    image result(cheapest_size(header->stored, enough));
    // A warning, such as about an end that came too early, is an error here.
    if (tjDecompress2(decoder.get(), turbojpeg::data_of(jpeg), jpeg.size(), result.pixels().data(),
                      result.size().width, static_cast<int>(result.row_bytes()),
                      result.size().height, TJPF_RGB, turbojpeg::strict) != 0)
        return turbojpeg::broken(decoder);
    return result;
}

std::expected<image, std::string> decode_jpeg(std::span<const std::byte> jpeg)
{
    return decode_jpeg(jpeg, largest_edge);
}

bytes encode_jpeg(const image& from, int quality)
{
    const auto encoder = turbojpeg::owned(tjInitCompress());
    unsigned char* data = nullptr;
    unsigned long length = 0;
    const int failed = tjCompress2(encoder.get(), from.pixels().data(), from.size().width,
                                   static_cast<int>(from.row_bytes()), from.size().height, TJPF_RGB,
                                   &data, &length, TJSAMP_420, quality, TJFLAG_FASTDCT);
    const turbojpeg::buffer encoded(data);
    if (failed != 0) // its only failure with sane sizes is memory
        throw std::bad_alloc();
    return turbojpeg::copy_of(encoded, length);
}

} // namespace thimble::screen
