#include "screen/hevc_decoder.hpp"

#include "screen/png.hpp"

#include <algorithm>
#include <cstring>
#include <libde265/de265.h>
#include <new>

namespace thimble::screen {
namespace {

using decoder_picture = de265_image;

constexpr std::size_t length_bytes = 4;
constexpr int bt709_coefficients = 1; // H.265 table E.5
constexpr int unspecified_coefficients = 2;

std::size_t length_at(std::span<const std::byte> from)
{
    std::size_t result = 0;
    for (const auto each : from.first(length_bytes))
        result = (result << 8U) | std::to_integer<std::size_t>(each);
    return result;
}

bool is_slice(std::span<const std::byte> unit)
{
    constexpr std::byte type{0x7e};
    constexpr std::byte first_beyond{32 << 1};
    return (unit.front() & type) < first_beyond;
}

std::unexpected<std::string> broken_stream(de265_error why)
{
    return std::unexpected(std::string("broken video: ") + de265_get_error_text(why));
}

/// Others are about what makes no difference to the picture.
bool spoils_picture(de265_error warning)
{
    switch (warning) {
    case DE265_WARNING_NONEXISTING_PPS_REFERENCED:
    case DE265_WARNING_NONEXISTING_SPS_REFERENCED:
    case DE265_WARNING_NONEXISTING_REFERENCE_PICTURE_ACCESSED:
    case DE265_WARNING_FAULTY_REFERENCE_PICTURE_LIST:
    case DE265_WARNING_SLICEHEADER_INVALID:
    case DE265_WARNING_SPS_HEADER_INVALID:
    case DE265_WARNING_PPS_HEADER_INVALID:
        return true;
    default:
        return false;
    }
}

video_colours colours_of(const decoder_picture& of)
{
    const int coefficients = de265_get_image_matrix_coefficients(&of);
    const bool new_weights =
        coefficients == bt709_coefficients || coefficients == unspecified_coefficients;
    return {.by = new_weights ? video_colours::matrix::bt709 : video_colours::matrix::bt601,
            .full_range = de265_get_image_full_range_flag(&of) != 0};
}

bool is_usual(const decoder_picture& of)
{
    return de265_get_chroma_format(&of) == de265_chroma_420 &&
           de265_get_bits_per_pixel(&of, 0) == 8 && de265_get_bits_per_pixel(&of, 1) == 8 &&
           de265_get_bits_per_pixel(&of, 2) == 8;
}

pixel_size size_of(const decoder_picture& of)
{
    return {.width = de265_get_image_width(&of, 0), .height = de265_get_image_height(&of, 0)};
}

bool is_sane(pixel_size size)
{
    return size.width > 0 && size.height > 0 && size.width <= largest_edge &&
           size.height <= largest_edge;
}

plane copied_plane(const decoder_picture& of, int channel, pixel_size size)
{
    int stride = 0;
    const std::uint8_t* from = de265_get_image_plane(&of, channel, &stride);
    plane result(size);
    auto* to = result.samples.get();
    for (int row = 0; row < size.height; ++row, from += stride, to += result.width())
        std::memcpy(to, from, result.width());
    return result;
}

} // namespace

void hevc_decoder::context_freed::operator()(void* owned) const noexcept
{
    de265_free_decoder(owned);
}

hevc_decoder::hevc_decoder()
{
    reset();
}

/// A new one: after a broken stream nothing of the old one can be relied on. The library makes up
/// pictures that are referred to and missing, and says so by leaving out what comes of them alone.
void hevc_decoder::reset()
{
    newest_ = nullptr;
    context_.reset(de265_new_decoder());
    if (context_ == nullptr)
        throw std::bad_alloc();
    de265_set_parameter_bool(context_.get(), DE265_DECODER_PARAM_SUPPRESS_FAULTY_PICTURES, 1);
}

/// True where slices of a picture are among them.
std::expected<bool, std::string> hevc_decoder::push(std::span<const std::byte> units)
{
    bool slices = false;
    while (!units.empty()) {
        const auto length = units.size() < length_bytes ? 0 : length_at(units);
        if (length == 0 || length > units.size() - length_bytes)
            return std::unexpected("broken video: its units have wrong lengths");
        const auto unit = units.subspan(length_bytes, length);
        slices = slices || is_slice(unit);
        const auto how =
            de265_push_NAL(context_.get(), unit.data(), static_cast<int>(length), 0, nullptr);
        if (how != DE265_OK)
            return broken_stream(how);
        units = units.subspan(length_bytes + length);
    }
    de265_push_end_of_frame(context_.get());
    return slices;
}

std::expected<void, std::string> hevc_decoder::drain()
{
    int more = 1;
    while (more != 0) {
        more = 0;
        const auto how = de265_decode(context_.get(), &more);
        while (const auto* decoded = de265_get_next_picture(context_.get()))
            newest_ = decoded;
        if (how == DE265_ERROR_WAITING_FOR_INPUT_DATA)
            break;
        if (de265_isOK(how) == 0)
            return broken_stream(how);
    }
    auto spoiled = DE265_OK;
    for (auto each = de265_get_warning(context_.get()); each != DE265_OK;
         each = de265_get_warning(context_.get()))
        if (spoils_picture(each))
            spoiled = each;
    if (spoiled != DE265_OK)
        return broken_stream(spoiled);
    return {};
}

std::expected<void, std::string> hevc_decoder::decode(std::span<const std::byte> units)
{
    newest_ = nullptr; // its place may be taken
    const auto slices = push(units);
    if (!slices)
        return std::unexpected(slices.error());
    auto how = drain();
    if (how && *slices && newest_ == nullptr)
        return std::unexpected("broken video: a picture lacks what it refers to");
    if (!how)
        newest_ = nullptr;
    return how;
}

std::expected<video_picture, std::string>
hevc_decoder::newest(const std::optional<pixel_size>& most) const
{
    if (newest_ == nullptr)
        return std::unexpected("there is no picture");
    const auto& from = *static_cast<const decoder_picture*>(newest_);
    auto size = size_of(from);
    if (!is_usual(from) || !is_sane(size))
        return std::unexpected("video of this kind cannot be shown");
    if (most)
        size = {.width = std::min(size.width, most->width),
                .height = std::min(size.height, most->height)};
    if (!is_sane(size))
        return std::unexpected("there is nothing to show");
    const pixel_size colour{.width = (size.width + 1) / 2, .height = (size.height + 1) / 2};
    video_picture result{.planes = {.size = size, .across = 2, .down = 2, .each = {}},
                         .colours = colours_of(from),
                         .turned = {}};
    for (int channel = 0; channel < 3; ++channel)
        result.planes.each.at(static_cast<std::size_t>(channel)) =
            copied_plane(from, channel, channel == 0 ? size : colour);
    return result;
}

} // namespace thimble::screen
