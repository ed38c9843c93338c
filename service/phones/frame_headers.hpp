// Response headers with which a client can point at a picture.
#pragma once

#include "link/command.hpp"

#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

/// X-Frame-Id, X-Screen-Width, X-Screen-Height, X-Screen-Scale, X-Screen-Orientation and
/// X-Captured-At.
std::vector<std::pair<std::string, std::string>> frame_headers(const std::string& frame_id,
                                                               const link::frame& shown);

} // namespace thimble::service
