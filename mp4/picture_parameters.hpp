// The part of an HEVC sequence parameter set that a decoder is configured by.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>

namespace thimble::mp4 {

/// Of general_profile_tier_level in ITU-T H.265, 7.3.3.
struct profile {
    std::uint8_t space = 0;
    bool high_tier = false;
    std::uint8_t idc = 0;
    std::uint32_t compatibility = 0;           // the first flag is the most significant bit
    std::array<std::uint8_t, 6> constraints{}; // 48 flags, the first is the most significant bit
    std::uint8_t level = 0;                    // 30 times the number that people say

    friend bool operator==(const profile&, const profile&) = default;
};

struct picture_parameters {
    mp4::profile profile;
    std::uint8_t temporal_layers = 1;
    bool temporal_nesting = false;
    std::uint8_t chroma_format = 1; // 1 is 4:2:0
    std::uint8_t luma_bits = 8;
    std::uint8_t chroma_bits = 8;
    std::uint32_t width = 0; // of what is shown: without the edges that are cut off
    std::uint32_t height = 0;

    friend bool operator==(const picture_parameters&, const picture_parameters&) = default;
};

/// From a sequence parameter set, its NAL header of two bytes included. The error says what is
/// wrong with it, and repeats none of it.
std::expected<picture_parameters, std::string>
read_picture_parameters(std::span<const std::byte> sequence_parameter_set);

} // namespace thimble::mp4
