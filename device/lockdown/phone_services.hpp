// State of the driver from the phone's services: whether it is installed, and its image mounted.
#pragma once

#include "device/lockdown/developer_image.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::device {

/// Empty or unknown where it could not be found out.
struct driver_prerequisites {
    image_state image = image_state::unknown;
    std::optional<std::vector<std::string>> runners; // the bundle ids of those that are installed
};

/// Blocks, most of a second and up to 30 s on a phone that falls silent: for a worker. Never
/// throws.
driver_prerequisites read_prerequisites(const attachment& phone, const std::string& os_version);

} // namespace thimble::device
