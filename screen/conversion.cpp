#include "screen/conversion.hpp"

#include "screen/encode.hpp"
#include "screen/jpeg_planes.hpp"
#include "screen/png.hpp"
#include "screen/turning.hpp"
#include "screen/video_picture.hpp"

#include <algorithm>

namespace thimble::screen {

namespace {

/// A picture before its pixels.
struct source {
    pixel_size upright;
    turning turned;
    std::optional<jpeg_header> planes = {}; // of a JPEG that has them
};

std::expected<source, std::string> png_source(std::span<const std::byte> png)
{
    const auto size = png_size(png);
    if (!size)
        return std::unexpected(size.error());
    if (std::int64_t{size->width} * size->height > largest_area)
        return std::unexpected("a picture of " + std::to_string(size->width) + " x " +
                               std::to_string(size->height) + " pixels is not a phone's screen");
    return source{.upright = *size, .turned = {}};
}

std::expected<source, std::string> jpeg_source(std::span<const std::byte> jpeg)
{
    const auto header = read_jpeg_header(jpeg);
    if (!header)
        return std::unexpected(header.error());
    source result{.upright = header->upright(), .turned = header->turned};
    if (has_planes(*header))
        result.planes = *header;
    return result;
}

std::expected<source, std::string> source_of(const picture& from)
{
    if (from.video != nullptr)
        return source{.upright = from.video->upright(), .turned = from.video->turned};
    if (from.data == nullptr)
        return std::unexpected("it is empty");
    switch (from.format) {
    case picture_format::png:
        return png_source(*from.data);
    case picture_format::jpeg:
        return jpeg_source(*from.data);
    case picture_format::webp:
        break;
    }
    return std::unexpected("no phone gives pictures as WebP");
}

bool lies_within(const area& part, pixel_size whole)
{
    const auto fits = [](int from, int length, int edge) {
        return from >= 0 && length > 0 && length <= edge && from <= edge - length;
    };
    return fits(part.x, part.width, whole.width) && fits(part.y, part.height, whole.height);
}

/// Part of the upright picture that is shown, and its size.
struct extract {
    area part; // in its pixels
    pixel_size size;
};

extract extract_of(pixel_size upright, const view& as)
{
    if (!as.part)
        return {.part = {.x = 0, .y = 0, .width = upright.width, .height = upright.height},
                .size = scaled_size(upright, as.max_edge)};
    const area part = mapped(*as.part, scaled_size(upright), upright);
    const pixel_size native{.width = part.width, .height = part.height};
    const bool fits = std::max(native.width, native.height) <= as.max_edge;
    return {.part = part, .size = fits ? native : scaled_size(native, as.max_edge)};
}

/// The part as it lies in the file, and its size there.
extract stored_extract(const extract& shown, const source& of)
{
    return {.part = stored_area(shown.part, of.upright, of.turned),
            .size = turned(shown.size, of.turned)};
}

/// From JPEG to JPEG, where nothing grows.
std::expected<picture, std::string>
converted_planes(const picture& from, const jpeg_header& header, const extract& stored, int quality)
{
    const auto planes = decode_jpeg_planes(*from.data, header);
    if (!planes)
        return std::unexpected(planes.error());
    const auto shown =
        turned(shrunk(*planes, stored.part, stored.size, header.turned), header.turned);
    return picture{.format = picture_format::jpeg,
                   .size = shown.size,
                   .data = std::make_shared<const bytes>(encode_jpeg(shown, quality))};
}

/// A part of video at another size, no edge of which is longer; upright and with JPEG's colours.
jpeg_planes video_planes(const video_picture& from, const extract& stored)
{
    auto planes = shrunk(from.planes, stored.part, stored.size, from.turned);
    to_jpeg_colours(planes, from.colours);
    return turned(std::move(planes), from.turned);
}

picture converted_video(const video_picture& from, const extract& stored, const view& as)
{
    const auto planes = video_planes(from, stored);
    if (as.format != picture_format::jpeg)
        return encode(pixels_of(planes), as.format, as.quality);
    return {.format = picture_format::jpeg,
            .size = planes.size,
            .data = std::make_shared<const bytes>(encode_jpeg(planes, as.quality))};
}

/// All of it as it is stored.
image stored_video_pixels(const video_picture& from)
{
    const auto size = from.planes.size;
    auto planes =
        shrunk(from.planes, {.x = 0, .y = 0, .width = size.width, .height = size.height}, size, {});
    to_jpeg_colours(planes, from.colours);
    return pixels_of(planes);
}

/// A small copy of all of it; `size` is that of the copy as it is stored.
image reduced_video(const video_picture& from, pixel_size size)
{
    const auto [width, height] = from.planes.size;
    const area all{.x = 0, .y = 0, .width = width, .height = height};
    if (can_shrink(all, size))
        return pixels_of(video_planes(from, {.part = all, .size = size}));
    return turned(scaled(stored_video_pixels(from), size), from.turned);
}

std::expected<image, std::string> stored_pixels(const picture& from)
{
    if (from.video != nullptr)
        return stored_video_pixels(*from.video);
    return from.format == picture_format::jpeg ? decode_jpeg(*from.data) : decode_png(*from.data);
}

/// As it is, once it has been seen to be a picture to its last row.
std::expected<picture, std::string> whole(const picture& from, pixel_size upright)
{
    const auto pixels = stored_pixels(from);
    if (!pixels)
        return std::unexpected(pixels.error());
    return picture{.format = from.format, .size = upright, .data = from.data};
}

} // namespace

std::expected<picture, std::string> converted(const picture& from, const view& as)
{
    const auto what = source_of(from);
    if (!what)
        return std::unexpected(what.error());
    if (as.part && !lies_within(*as.part, scaled_size(what->upright)))
        return std::unexpected("the part is not within it");
    const auto shown = extract_of(what->upright, as);
    const bool is_encoded = from.video == nullptr;
    if (is_encoded && !as.part && shown.size == what->upright && from.format == as.format &&
        what->turned.none())
        return whole(from, what->upright);
    const auto stored = stored_extract(shown, *what);
    if (!is_encoded && can_shrink(stored.part, stored.size))
        return converted_video(*from.video, stored, as);
    if (what->planes && as.format == picture_format::jpeg && can_shrink(stored.part, stored.size))
        return converted_planes(from, *what->planes, stored, as.quality);
    const auto pixels = stored_pixels(from);
    if (!pixels)
        return std::unexpected(pixels.error());
    auto small = scaled(*pixels, stored.part, stored.size);
    return encode(turned(std::move(small), what->turned), as.format, as.quality);
}

std::expected<image, std::string> reduced(const picture& from, int edge)
{
    const auto what = source_of(from);
    if (!what)
        return std::unexpected(what.error());
    const auto size = turned(scaled_size(what->upright, edge), what->turned);
    if (from.video != nullptr)
        return reduced_video(*from.video, size);
    const auto stored = from.format == picture_format::jpeg ? decode_jpeg(*from.data, edge)
                                                            : decode_png(*from.data);
    if (!stored)
        return std::unexpected(stored.error());
    return turned(scaled(*stored, size), what->turned);
}

} // namespace thimble::screen
