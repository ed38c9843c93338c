// From the parameter sets of a stream to what decoders want to be told of it.
#pragma once

#include "device/access_unit.hpp"
#include "device/media/nal_unit.hpp"

#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace thimble::device::media {

/// The format that a set of each kind describes; an error where one is missing or cannot be used.
/// `parameter_sets` are whole NAL units.
std::expected<std::shared_ptr<const video_format>, std::string>
format_of(std::vector<bytes> parameter_sets);

} // namespace thimble::device::media
