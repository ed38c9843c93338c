// The HEVC decoder configuration record of ISO/IEC 14496-15, 8.3.3, and the name of a codec in it.
#pragma once

#include "hevc/sequence_parameters.hpp"

#include <expected>
#include <span>
#include <string>
#include <vector>

namespace thimble::hevc {

using bytes = std::vector<std::byte>;

/// Parameter sets of one stream at most.
inline constexpr std::size_t most_parameter_sets = 16;

/// The content of MP4's box hvcC, which WebCodecs takes as it is. Lengths in its samples have four
/// bytes. `sets` are whole NAL units without start codes: at least one of each kind, in any order.
/// The error says what is wrong with them.
std::expected<bytes, std::string> decoder_configuration(std::span<const bytes> sets);

/// "hvc1.1.6.L93.B0", by RFC 6381 and ISO/IEC 14496-15, Annex E.
std::string codec_name(const profile& of);

/// Reads what was made by decoder_configuration(), here or elsewhere: the first sequence parameter
/// set in it, of which there has to be one.
std::expected<sequence_parameters, std::string>
read_configuration(std::span<const std::byte> record);

} // namespace thimble::hevc
