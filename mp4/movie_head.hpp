// The head of a movie in fragments: one track of HEVC, and no sample yet.
#pragma once

#include "mp4/box_writer.hpp"

#include <chrono>
#include <cstdint>

namespace thimble::mp4 {

/// Clockwise turn with which the pictures stand upright.
enum class turn : std::uint8_t { none, quarter, half, three_quarters };

struct video_track {
    bytes configuration;     // content of hvcC: see hevc::decoder_configuration()
    std::uint16_t width = 0; // of its pictures, before they are turned
    std::uint16_t height = 0;
    std::uint16_t shown_width =
        0; // of the part, from the upper left corner on, that is to be shown:
    std::uint16_t shown_height = 0; // all of it where that is none, or more
    mp4::turn turned = turn::none;
    std::chrono::system_clock::time_point created_at = {};
};

/// Ticks of a second: those of RTP.
inline constexpr std::uint32_t timescale = 90'000;

inline constexpr std::uint32_t track_id = 1;

/// ftyp and moov.
bytes movie_head(const video_track& of);

} // namespace thimble::mp4
