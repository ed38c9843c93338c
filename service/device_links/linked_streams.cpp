#include "service/device_links/linked_streams.hpp"

#include <memory>
#include <utility>

namespace thimble::service {

namespace {

/// Of one picture: they come many times a second.
constexpr std::size_t most_bytes = 8UL * 1024 * 1024;

link::frame frame_of(const link::frame_header& header, std::span<const std::byte> picture)
{
    link::frame out;
    out.picture = {.format = screen::picture_format::jpeg,
                   .size = header.size,
                   .data = std::make_shared<const screen::bytes>(picture.begin(), picture.end())};
    out.space = {.size = header.size, .turned = header.turned};
    out.captured_at = header.captured_at;
    return out;
}

} // namespace

void linked_streams::want(const link::stream& wanted, std::function<void(link::frame)> on_frame)
{
    if (wanted.on)
        streams_.insert_or_assign(wanted.stream_id,
                                  live{.wanted = wanted, .on_frame = std::move(on_frame)});
    else
        streams_.erase(wanted.stream_id);
}

void linked_streams::want_video(const link::stream& wanted,
                                std::function<void(const link::access_unit&)> on_unit)
{
    if (wanted.on)
        streams_.insert_or_assign(
            wanted.stream_id,
            live{.wanted = wanted, .on_frame = {}, .on_unit = std::move(on_unit)});
    else
        streams_.erase(wanted.stream_id);
}

std::vector<link::stream> linked_streams::wanted() const
{
    std::vector<link::stream> out;
    for (const auto& [id, each] : streams_)
        out.push_back(each.wanted);
    return out;
}

void linked_streams::take(const link::frame_header& header, std::span<const std::byte> picture)
{
    const auto found = streams_.find(header.stream_id);
    if (found == streams_.end() || header.udid != found->second.wanted.udid ||
        header.codec != found->second.wanted.codec || picture.size() > most_bytes)
        return;
    if (found->second.on_unit)
        return take_unit(found->second, header, picture);
    const auto on_frame = found->second.on_frame; // which may end the stream
    on_frame(frame_of(header, picture));
}

void linked_streams::take_unit(live& of,
                               const link::frame_header& header,
                               std::span<const std::byte> picture)
{
    const auto unit = link::unit_of(header, picture, of.configuration);
    if (!unit)
        return;
    of.configuration = unit->configuration;
    const auto on_unit = of.on_unit; // which may end the stream
    on_unit(*unit);
}

} // namespace thimble::service
