// The movie that a phone's video becomes, without a decoder.
#pragma once

#include "mp4/fragmented_movie.hpp"
#include "service/live_view/live_unit.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace thimble::service {

/// Times are those of capture, as the owner tells them: where units are missing, the picture before
/// them stays. They go on where the clock that tells them is set back.
class screen_movie {
public:
    using moment = std::chrono::system_clock::time_point;
    using instant = std::chrono::sys_time<std::chrono::microseconds>;

    /// Of a key. Nothing where its configuration is none that a movie can have.
    static std::optional<screen_movie> begin(const live_unit& first, moment at);

    const mp4::bytes& head() const noexcept { return movie_.head(); }

    /// True where the unit goes into this movie.
    bool takes(const link::access_unit& next) const;

    /// Bytes to be appended now; often none.
    mp4::bytes add(const link::access_unit& next, moment at);

    /// The part that can be written by now.
    mp4::bytes flush() { return movie_.flush(); }

    /// The rest: the last picture is shown until then, by the same clock.
    mp4::bytes finish(moment until);

    std::chrono::milliseconds duration() const;
    std::uint64_t pictures() const noexcept { return pictures_; }

    /// The part of it that was given out.
    mp4::fragmented_movie::written_part written() const { return movie_.written(); }

    /// So many bytes are still to come of what was added, heads aside.
    std::size_t held_bytes() const noexcept { return movie_.held_bytes(); }

private:
    screen_movie(link::video_configuration_ptr configuration, mp4::video_track track, moment begun);

    std::chrono::microseconds pass_to(moment when);

    link::video_configuration_ptr configuration_;
    mp4::fragmented_movie movie_;
    instant last_;                    // as told,
    std::chrono::microseconds at_{0}; // and in the movie
    std::uint64_t pictures_ = 0;
};

} // namespace thimble::service
