#include "service/recordings/screen_movie.hpp"

#include "hevc/decoder_configuration.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace {

constexpr auto longest_sample = mp4::movie_limits().longest_sample;

screen_movie::instant instant_of(screen_movie::moment when)
{
    return std::chrono::floor<std::chrono::microseconds>(when);
}

} // namespace

std::optional<screen_movie> screen_movie::begin(const live_unit& first, moment at)
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
                           .created_at = at};
    return screen_movie(first.configuration, std::move(track), at);
}

screen_movie::screen_movie(link::video_configuration_ptr configuration,
                           mp4::video_track track,
                           moment begun)
    : configuration_(std::move(configuration)), movie_(track), last_(instant_of(begun))
{
}

/// The phone may be turned: the movie keeps the turn that it began with.
bool screen_movie::takes(const link::access_unit& next) const
{
    return next.configuration == configuration_ ||
           (next.configuration && next.configuration->record == configuration_->record);
}

/// A clock that is set back makes a picture that is shown for no time, and nothing else.
std::chrono::microseconds screen_movie::pass_to(moment when)
{
    using std::chrono::microseconds;
    const auto now = instant_of(when);
    const auto passed = now - std::exchange(last_, now);
    at_ += std::clamp(passed, microseconds(0), microseconds(longest_sample));
    return at_;
}

mp4::bytes screen_movie::add(const link::access_unit& next, moment at)
{
    ++pictures_;
    return movie_.add({.data = *next.data, .key = next.key, .at = pass_to(at)});
}

mp4::bytes screen_movie::finish(moment until)
{
    return movie_.finish(pass_to(until));
}

std::chrono::milliseconds screen_movie::duration() const
{
    return std::chrono::floor<std::chrono::milliseconds>(movie_.length());
}

} // namespace thimble::service
