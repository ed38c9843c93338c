// A stream of HEVC as an encoder writes it, taken apart into the units that a phone sends.
#pragma once

#include "hevc/decoder_configuration.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace thimble::test {

struct encoded_video {
    struct unit {
        hevc::bytes data; // NAL units behind their lengths, without parameter sets
        bool key = false;
    };

    hevc::bytes configuration;
    std::string codec;
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::vector<unit> units;
};

/// NAL units between start codes.
std::vector<std::span<const std::byte>> nal_units(std::span<const std::byte> annex_b);

/// Throws where it is no such stream.
encoded_video read_annex_b(std::span<const std::byte> from);

/// The thirty pictures of tests/video/screen.hevc.
const encoded_video& sample_video();

} // namespace thimble::test
