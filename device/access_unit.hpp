// A picture of a phone's video, as the phone has encoded it.
#pragma once

#include "screen/crop.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::device {

/// Parameters that a decoder needs before the first picture. Never changes: a phone that goes on in
/// another way begins with another one, and with a key.
struct video_format {
    std::string codec; // by RFC 6381: "hvc1.1.6.L123.B0"

    /// HEVCDecoderConfigurationRecord of ISO/IEC 14496-15, which is MP4's "hvcC" and the
    /// description that WebCodecs wants.
    std::vector<std::byte> configuration;

    /// The NAL units in it: of video, sequence and picture.
    std::vector<std::vector<std::byte>> parameter_sets;

    screen::pixel_size coded; // as a decoder gives it
    screen::area shown;       // the part of it that is a picture by the stream's own word
};

/// True where it is a picture of that panel, in portrait, and of the edge that an encoder adds.
inline bool is_padded(const video_format& what, screen::pixel_size panel)
{
    return screen::is_padded({.width = what.shown.width, .height = what.shown.height}, panel);
}

/// All NAL units of one picture. Never changes; those who want it share it.
struct access_unit {
    std::shared_ptr<const video_format> format;

    /// Each NAL unit behind its length in four bytes, most significant first, as `configuration`
    /// says. Parameter sets are not among them.
    std::vector<std::byte> data;

    bool key = false;           // can be decoded without any before it
    std::uint64_t stream = 0;   // which start of the phone's it belongs to, from 1 on
    std::uint64_t number = 0;   // within that stream, from 0 on; one that is left out was lost
    std::uint64_t rtp_time = 0; // goes on beyond 32 bits; its rate is the phone's own
    std::chrono::steady_clock::time_point arrived; // its last packet

    /// By the phone's reports of its clock; as `arrived` as long as there are none.
    std::chrono::steady_clock::time_point captured;
};

using shared_unit = std::shared_ptr<const access_unit>;

} // namespace thimble::device
