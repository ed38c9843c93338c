#include "link/access_unit.hpp"

#include "link/limits.hpp"
#include "screen/crop.hpp"
#include "text/base64.hpp"

#include <utility>

namespace thimble::link {

namespace {

constexpr std::size_t length_prefix = 4;

std::unexpected<malformed> refused_unit(std::string field, std::string reason)
{
    return std::unexpected(malformed{.field = std::move(field), .reason = std::move(reason)});
}

/// Lengths and NAL units fill it to its end, and none is empty.
bool holds_units(std::span<const std::byte> data)
{
    while (data.size() > length_prefix) {
        std::size_t length = 0;
        for (const auto each : data.first(length_prefix))
            length = length << 8U | std::to_integer<std::size_t>(each);
        data = data.subspan(length_prefix);
        if (length == 0 || length > data.size())
            return false;
        data = data.subspan(length);
    }
    return data.empty();
}

std::expected<video_configuration_ptr, malformed> configuration_of(const video_header& told)
{
    if (!told.codec || !told.configuration || !told.coded_size)
        return refused_unit("frame.video", "a key has a codec, a configuration and a size");
    auto record = service::decode_base64(*told.configuration);
    if (!record || record->empty())
        return refused_unit("frame.video.configuration", "not base64");
    return std::make_shared<const video_configuration>(video_configuration{
        .codec = *told.codec, .record = std::move(*record), .size = *told.coded_size});
}

} // namespace

screen::pixel_size shown_part(const video_configuration& of,
                              std::optional<screen::pixel_size> panel)
{
    if (panel && screen::is_padded(of.size, *panel))
        return *panel;
    if (panel && screen::is_padded(of.size, {.width = panel->height, .height = panel->width}))
        return {.width = panel->height, .height = panel->width};
    return of.size;
}

std::expected<screen::bytes, malformed> encode(const access_unit& what,
                                               const std::string& udid,
                                               const std::string& stream_id,
                                               std::chrono::microseconds since_begin,
                                               std::size_t most)
{
    if (!what.data || what.data->size() > limits::unit_bytes || !holds_units(*what.data))
        return refused_unit("frame", "no access unit");
    video_header told{.number = static_cast<std::int64_t>(what.number),
                      .turn = static_cast<int>(what.turn),
                      .captured_at = std::chrono::floor<std::chrono::microseconds>(
                          what.captured_at.time_since_epoch())};
    if (what.key && what.configuration) {
        told.codec = what.configuration->codec;
        told.configuration = service::encode_base64(what.configuration->record);
        told.coded_size = what.configuration->size;
    }
    return encode({.header = {.udid = udid,
                              .frame_id = std::to_string(what.number),
                              .stream_id = stream_id,
                              .codec = codec::hevc,
                              .key = what.key,
                              .at = since_begin,
                              .size = what.space.size,
                              .turned = what.space.turned,
                              .captured_at = what.captured_at,
                              .video = std::move(told)},
                   .picture = *what.data},
                  most);
}

std::expected<access_unit, malformed> unit_of(const frame_header& header,
                                              std::span<const std::byte> picture,
                                              video_configuration_ptr before)
{
    if (header.codec != codec::hevc || !header.video)
        return refused_unit("frame.video", "missing");
    if (picture.size() > limits::unit_bytes || !holds_units(picture))
        return refused_unit("frame", "no access unit");
    const auto& told = *header.video;
    access_unit out{.key = header.key,
                    .number = static_cast<std::uint64_t>(told.number),
                    .captured_at = std::chrono::system_clock::time_point(told.captured_at),
                    .space = {.size = header.size, .turned = header.turned},
                    .turn = static_cast<upright_turn>(told.turn),
                    .configuration = std::move(before),
                    .data = nullptr};
    if (header.key) {
        auto read = configuration_of(told);
        if (!read)
            return std::unexpected(std::move(read.error()));
        out.configuration = std::move(*read);
    } else if (!out.configuration) {
        return refused_unit("frame.key", "the first unit of a stream is a key");
    }
    out.data = std::make_shared<const screen::bytes>(picture.begin(), picture.end());
    return out;
}

} // namespace thimble::link
