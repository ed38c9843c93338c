#include "screen/jpeg_planes.hpp"

#include "screen/area_shrink.hpp"
#include "screen/turbojpeg_handle.hpp"

#include <opencv2/core.hpp>

#include <cstring>
#include <utility>

namespace thimble::screen {

namespace {

constexpr int encoded_step = 2; // pixels to a sample of colour in what is made here

cv::Mat view_of(plane& of)
{
    return {of.size.height, of.size.width, CV_8UC1, of.samples.get()};
}

/// Mapping of the samples of one edge of a plane: old ones of `step` pixels each become new ones of
/// `to_step`, from `length` pixels that begin at `begin` to an edge of `to`.
area_axis axis_of(int samples, int step, int begin, int length, int to, int to_step, bool swapped)
{
    const double scale = static_cast<double>(length) / to; // in pixels
    const int added = to % encoded_step;                   // turbojpeg has even edges only
    // The end of the planes is at the beginning once they are turned.
    const double first = begin - (swapped ? added * scale : 0);
    return {samples, (to + added) / to_step,
            sample_range{.offset = first / step, .scale = scale * to_step / step}};
}

plane shrunk_plane(const plane& from, const area_axis& columns, const area_axis& rows)
{
    plane result(
        {.width = static_cast<int>(columns.size()), .height = static_cast<int>(rows.size())});
    shrink({.samples = {from.samples.get(), from.count()}, .row_bytes = from.width()}, from.width(),
           columns, rows,
           {.samples = {result.samples.get(), result.count()}, .row_bytes = result.width()});
    return result;
}

plane turned_plane(plane from, const turning& how)
{
    if (how.transposed) {
        plane result({.width = from.size.height, .height = from.size.width});
        cv::Mat target = view_of(result);
        cv::transpose(view_of(from), target);
        from = std::move(result);
    }
    if (how.mirrored || how.flipped) {
        cv::Mat both = view_of(from);
        cv::flip(both, both, flip_code(how));
    }
    return from;
}

} // namespace

plane::plane(pixel_size of)
    : size(of), samples(std::make_unique_for_overwrite<std::uint8_t[]>(count())) // NOLINT
{
}

bool has_planes(const jpeg_header& header)
{
    return header.subsampling >= 0 && header.subsampling != TJSAMP_GRAY;
}

std::expected<jpeg_planes, std::string> decode_jpeg_planes(std::span<const std::byte> jpeg,
                                                           const jpeg_header& header)
{
    jpeg_planes result;
    result.size = header.stored;
    const auto kind = static_cast<std::size_t>(header.subsampling);
    result.across = std::span(tjMCUWidth)[kind] / 8;
    result.down = std::span(tjMCUHeight)[kind] / 8;
    std::array<unsigned char*, 3> data{};
    std::array<int, 3> strides{};
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<std::size_t>(i);
        auto& made = result.each.at(at);
        made = plane({.width = tjPlaneWidth(i, result.size.width, header.subsampling),
                      .height = tjPlaneHeight(i, result.size.height, header.subsampling)});
        data.at(at) = made.samples.get();
        strides.at(at) = made.size.width;
    }
    const auto decoder = turbojpeg::owned(tjInitDecompress());
    if (tjDecompressToYUVPlanes(decoder.get(), turbojpeg::data_of(jpeg), jpeg.size(), data.data(),
                                result.size.width, strides.data(), result.size.height,
                                turbojpeg::strict) != 0)
        return turbojpeg::broken(decoder);
    return result;
}

jpeg_planes shrunk(const jpeg_planes& from, const area& part, pixel_size to, const turning& how)
{
    jpeg_planes result{.size = to, .across = encoded_step, .down = encoded_step, .each = {}};
    const bool columns_swapped = how.transposed ? how.flipped : how.mirrored;
    const bool rows_swapped = how.transposed ? how.mirrored : how.flipped;
    for (std::size_t i = 0; i < from.each.size(); ++i) {
        const plane& one = from.each.at(i);
        const bool colour = i > 0;
        const int to_step = colour ? encoded_step : 1;
        const auto columns = axis_of(one.size.width, colour ? from.across : 1, part.x, part.width,
                                     to.width, to_step, columns_swapped);
        const auto rows = axis_of(one.size.height, colour ? from.down : 1, part.y, part.height,
                                  to.height, to_step, rows_swapped);
        result.each.at(i) = shrunk_plane(one, columns, rows);
    }
    return result;
}

jpeg_planes turned(jpeg_planes from, const turning& how)
{
    from.size = turned(from.size, how);
    if (how.transposed)
        std::swap(from.across, from.down);
    for (auto& one : from.each)
        one = turned_plane(std::move(one), how);
    return from;
}

bytes encode_jpeg(const jpeg_planes& from, int quality)
{
    std::array<const unsigned char*, 3> data{};
    std::array<int, 3> strides{};
    for (std::size_t i = 0; i < from.each.size(); ++i) {
        data.at(i) = from.each.at(i).samples.get();
        strides.at(i) = from.each.at(i).size.width;
    }
    const auto encoder = turbojpeg::owned(tjInitCompress());
    unsigned char* encoded = nullptr;
    unsigned long length = 0;
    const int failed = tjCompressFromYUVPlanes(encoder.get(), data.data(), from.size.width,
                                               strides.data(), from.size.height, TJSAMP_420,
                                               &encoded, &length, quality, TJFLAG_FASTDCT);
    const turbojpeg::buffer taken(encoded);
    if (failed != 0) // its only failure with sane sizes is memory
        throw std::bad_alloc();
    return turbojpeg::copy_of(taken, length);
}

} // namespace thimble::screen
