// What the phone's services tell of the driver: whether it is installed, and its image mounted.
#pragma once

#include "device/attached_devices.hpp"

#include <optional>
#include <string>

namespace thimble::device {

/// What could not be found out is empty.
struct driver_prerequisites {
    std::optional<bool> image_mounted;
    std::optional<bool> runner_installed;
};

/// Blocks, most of a second and up to 30 s on a phone that falls silent: for a worker. Never
/// throws.
driver_prerequisites read_prerequisites(const attachment& phone, const std::string& os_version);

} // namespace thimble::device
