// The part of an HEVC sequence parameter set (SPS, H.265 7.3.2.2) that sizes and decoders need.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>

namespace thimble::hevc {

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

/// In pixels, from the top left.
struct window {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    friend bool operator==(const window&, const window&) = default;
};

struct sequence_parameters {
    hevc::profile profile;
    std::uint8_t temporal_layers = 1;
    bool temporal_nesting = false;
    std::uint8_t chroma_format = 1; // 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4
    std::uint8_t luma_bits = 8;     // of a sample, at most 15: more no configuration can say
    std::uint8_t chroma_bits = 8;
    std::uint32_t coded_width = 0; // of what a decoder makes
    std::uint32_t coded_height = 0;
    window shown; // the part of it that is a picture, by the conformance window; never empty

    friend bool operator==(const sequence_parameters&, const sequence_parameters&) = default;
};

/// Bytes of a parameter set, far beyond what an encoder of one layer writes.
inline constexpr std::size_t longest_parameter_set = 4096;

/// From the whole NAL unit, its header of two bytes included. The error says what is wrong with it,
/// and repeats none of it.
std::expected<sequence_parameters, std::string>
read_sequence_parameters(std::span<const std::byte> unit);

} // namespace thimble::hevc
