// Checks before a touch: its coordinates lie on the screen, and the screen is as in the frame that
// they were chosen from.
#pragma once

#include "contract/arguments.hpp"
#include "service/phones/phones.hpp"

#include <vector>

namespace thimble::service {

/// The space that coordinates are made for now, once every coordinate among the arguments and the
/// frame that they name (`frame_id`) have been found to fit it.
result<link::coordinate_space> check_space(const known_phone& phone,
                                           const std::vector<parameter>& expected,
                                           const arguments& given);

} // namespace thimble::service
