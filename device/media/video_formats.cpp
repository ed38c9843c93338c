#include "device/media/video_formats.hpp"

#include "hevc/decoder_configuration.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace thimble::device::media {
namespace {

/// Pixels: longer than that of any panel, of which an iPad's have up to 2,752. A decoder may keep
/// 17 pictures, which are 430 MB at most.
constexpr std::uint32_t longest_edge = 4096;

screen::area area_of(const hevc::window& what)
{
    return {.x = static_cast<int>(what.x),
            .y = static_cast<int>(what.y),
            .width = static_cast<int>(what.width),
            .height = static_cast<int>(what.height)};
}

} // namespace

std::expected<std::shared_ptr<const video_format>, std::string>
format_of(std::vector<bytes> parameter_sets)
{
    auto record = hevc::decoder_configuration(parameter_sets);
    if (!record)
        return std::unexpected(std::move(record.error()));
    const auto read = hevc::read_configuration(*record);
    if (!read)
        return std::unexpected(read.error());
    if (std::max(read->coded_width, read->coded_height) > longest_edge)
        return std::unexpected("pictures are larger than any panel");
    auto result = std::make_shared<video_format>();
    result->codec = hevc::codec_name(read->profile);
    result->configuration = std::move(*record);
    result->parameter_sets = std::move(parameter_sets);
    result->coded = {.width = static_cast<int>(read->coded_width),
                     .height = static_cast<int>(read->coded_height)};
    result->shown = area_of(read->shown);
    return result;
}

} // namespace thimble::device::media
