// The HEVC decoder configuration record of ISO/IEC 14496-15, 8.3.3, and the name of a codec in it.
#pragma once

#include "mp4/box_writer.hpp"
#include "mp4/picture_parameters.hpp"

#include <expected>
#include <span>
#include <string>

namespace thimble::mp4 {

/// NAL units without start codes or lengths, their headers included. One of each kind: an encoder
/// of screens has no more.
struct parameter_sets {
    std::span<const std::byte> video;    // type 32
    std::span<const std::byte> sequence; // type 33
    std::span<const std::byte> picture;  // type 34
};

/// The content of the box hvcC, which WebCodecs takes as it is. Lengths in its samples have four
/// bytes. The error says what is wrong with the parameter sets.
std::expected<bytes, std::string> decoder_configuration(const parameter_sets& of);

/// "hvc1.1.6.L93.B0", as ISO/IEC 14496-15 has it in Annex E.
std::string codec_name(const profile& of);

/// Reads what was made by decoder_configuration(), here or elsewhere: the sequence parameter set in
/// it, of which there has to be one.
std::expected<picture_parameters, std::string>
read_configuration(std::span<const std::byte> record);

} // namespace thimble::mp4
