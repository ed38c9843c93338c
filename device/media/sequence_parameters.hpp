// The parameters of an HEVC sequence (SPS, H.265 7.3.2.2), as far as they are needed here.
#pragma once

#include "device/media/nal_unit.hpp"
#include "screen/crop.hpp"

#include <expected>
#include <string>

namespace thimble::device::media {

struct sequence_parameters {
    /// Profile, tier, compatibility, constraints and level as they lie in the stream, which is as
    /// MP4 has them.
    std::array<std::byte, 12> profile{};
    unsigned temporal_layers = 1;
    bool layers_are_nested = false;
    unsigned chroma_format = 1; // 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4
    unsigned luma_bits = 8;     // of a sample
    unsigned chroma_bits = 8;
    screen::pixel_size coded;
    screen::area shown; // by the conformance window
};

/// `unit` is the whole NAL unit. An error for what is broken, larger than any panel, or shows
/// nothing; it ends a sentence: "the sequence's parameters …".
std::expected<sequence_parameters, std::string> parse_sequence_parameters(byte_view unit);

} // namespace thimble::device::media
