#include "screen/video_picture.hpp"

#include "screen/turbojpeg_handle.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace thimble::screen {
namespace {

constexpr int mixture_bits = 14;
constexpr int mixture_half = 1 << (mixture_bits - 1);
constexpr int middle = 128; // of a sample of colour that is grey

/// Shares of the old samples in a new one, in units of 1 / 2^mixture_bits.
struct mixture {
    int luma = 0;
    int luma_offset = 0;
    int luma_of_blue = 0; // from the samples of colour, less their middle
    int luma_of_red = 0;
    int blue_of_blue = 0;
    int blue_of_red = 0;
    int red_of_blue = 0;
    int red_of_red = 0;
};

int fixed(double value)
{
    return static_cast<int>(std::lround(value * (1 << mixture_bits)));
}

/// BT.709 has other weights of red, green and blue than JPEG, which has those of BT.601: the same
/// colour is another triple.
mixture mixture_from(const video_colours& from)
{
    const double luma = from.full_range ? 1 : 255.0 / 219;
    const double colour = from.full_range ? 1 : 255.0 / 224;
    const bool same = from.by == video_colours::matrix::bt601;
    return {.luma = fixed(luma),
            .luma_offset = from.full_range ? 0 : fixed(-16 * luma),
            .luma_of_blue = same ? 0 : fixed(0.101579 * colour),
            .luma_of_red = same ? 0 : fixed(0.196076 * colour),
            .blue_of_blue = fixed((same ? 1 : 0.989854) * colour),
            .blue_of_red = same ? 0 : fixed(-0.110653 * colour),
            .red_of_blue = same ? 0 : fixed(-0.072453 * colour),
            .red_of_red = fixed((same ? 1 : 0.983398) * colour)};
}

std::uint8_t sample_of(int fixed_value)
{
    return static_cast<std::uint8_t>(std::clamp(fixed_value >> mixture_bits, 0, 255));
}

std::span<std::uint8_t> row_of(plane& of, int row)
{
    return {of.samples.get() + static_cast<std::size_t>(row) * of.width(), of.width()};
}

/// The samples of colour of one row, and what each adds to the brightness of its pixels.
void mix_colours(std::span<std::uint8_t> blue,
                 std::span<std::uint8_t> red,
                 std::span<std::int32_t> to_luma,
                 const mixture& with)
{
    for (std::size_t at = 0; at < blue.size(); ++at) {
        const int was_blue = blue[at] - middle;
        const int was_red = red[at] - middle;
        const auto added = with.luma_of_blue * was_blue + with.luma_of_red * was_red;
        to_luma[2 * at] = added;
        to_luma[2 * at + 1] = added;
        constexpr int grey = (middle << mixture_bits) + mixture_half;
        blue[at] = sample_of(with.blue_of_blue * was_blue + with.blue_of_red * was_red + grey);
        red[at] = sample_of(with.red_of_blue * was_blue + with.red_of_red * was_red + grey);
    }
}

void mix_luma(std::span<std::uint8_t> luma,
              std::span<const std::int32_t> from_colours,
              const mixture& with)
{
    for (std::size_t at = 0; at < luma.size(); ++at)
        luma[at] =
            sample_of(with.luma * luma[at] + with.luma_offset + from_colours[at] + mixture_half);
}

} // namespace

void to_jpeg_colours(jpeg_planes& planes, const video_colours& from)
{
    if (from == jpeg_colours)
        return;
    const auto with = mixture_from(from);
    auto& [luma, blue, red] = planes.each;
    std::vector<std::int32_t> to_luma(2 * blue.width() + 2);
    for (int row = 0; row < blue.size.height; ++row) {
        mix_colours(row_of(blue, row), row_of(red, row), to_luma, with);
        for (int line = 2 * row; line < std::min(2 * row + 2, luma.size.height); ++line)
            mix_luma(row_of(luma, line), to_luma, with);
    }
}

image pixels_of(const jpeg_planes& planes)
{
    std::array<const unsigned char*, 3> data{};
    std::array<int, 3> strides{};
    for (std::size_t at = 0; at < planes.each.size(); ++at) {
        data.at(at) = planes.each.at(at).samples.get();
        strides.at(at) = planes.each.at(at).size.width;
    }
    image result(planes.size);
    const auto decoder = turbojpeg::owned(tjInitDecompress());
    if (tjDecodeYUVPlanes(decoder.get(), data.data(), strides.data(), TJSAMP_420,
                          result.pixels().data(), planes.size.width,
                          static_cast<int>(result.row_bytes()), planes.size.height, TJPF_RGB,
                          TJFLAG_FASTUPSAMPLE) != 0) // its only failure with sane sizes is memory
        throw std::bad_alloc();
    return result;
}

} // namespace thimble::screen
