#include "service/recordings/screen_movie.hpp"

#include "hevc/decoder_configuration.hpp"

#include <utility>

namespace thimble::service {

std::optional<screen_movie> screen_movie::begin(const live_unit& first)
{
    if (!first.key || !first.configuration)
        return std::nullopt;
    const auto read = hevc::read_configuration(first.configuration->record);
    if (!read)
        return std::nullopt;
    mp4::video_track track{.configuration = first.configuration->record,
                           .width = static_cast<std::uint16_t>(read->shown.width),
                           .height = static_cast<std::uint16_t>(read->shown.height),
                           .shown_width = static_cast<std::uint16_t>(first.shown.width),
                           .shown_height = static_cast<std::uint16_t>(first.shown.height),
                           .turned = static_cast<mp4::turn>(first.turn),
                           .created_at = first.captured_at};
    return screen_movie(first.configuration, std::move(track), first.captured_at);
}

screen_movie::screen_movie(link::video_configuration_ptr configuration,
                           mp4::video_track track,
                           moment begun)
    : configuration_(std::move(configuration)), movie_(track), begun_(begun)
{
}

/// How the phone is held may change: the movie keeps the turn that it began with.
bool screen_movie::takes(const link::access_unit& next) const
{
    return next.configuration == configuration_ ||
           (next.configuration && next.configuration->record == configuration_->record);
}

std::chrono::microseconds screen_movie::since_begin(moment when) const
{
    return std::chrono::floor<std::chrono::microseconds>(when - begun_);
}

mp4::bytes screen_movie::add(const link::access_unit& next)
{
    ++pictures_;
    return movie_.add({.data = *next.data, .key = next.key, .at = since_begin(next.captured_at)});
}

mp4::bytes screen_movie::finish(moment until)
{
    return movie_.finish(since_begin(until));
}

std::chrono::milliseconds screen_movie::duration() const
{
    return std::chrono::floor<std::chrono::milliseconds>(movie_.length());
}

} // namespace thimble::service
