// From the parameter sets of a stream to what decoders want to be told of it.
#pragma once

#include "device/access_unit.hpp"
#include "device/media/sequence_parameters.hpp"

#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace thimble::device::media {

/// Parameter sets of one stream at most, and of one set; far beyond what an encoder of one layer
/// makes.
inline constexpr std::size_t most_parameter_sets = 16;
inline constexpr std::size_t longest_parameter_set = 4096;

/// HEVCDecoderConfigurationRecord, ISO/IEC 14496-15 8.3.3.1. `sets` are whole NAL units.
bytes decoder_configuration(const sequence_parameters& of, const std::vector<bytes>& sets);

/// By RFC 6381 and ISO/IEC 14496-15 annex E: "hvc1.1.6.L123.B0".
std::string codec_string(const sequence_parameters& of);

/// The format that a set of each kind describes; an error where one is missing or cannot be used.
std::expected<std::shared_ptr<const video_format>, std::string>
format_of(std::vector<bytes> parameter_sets);

} // namespace thimble::device::media
