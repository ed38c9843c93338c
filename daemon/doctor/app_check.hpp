// Check of doctor for the apps that were installed from here.
#pragma once

#include "daemon/doctor/finding.hpp"
#include "link/phone_state.hpp"

#include <chrono>
#include <filesystem>
#include <vector>

namespace thimble::daemon {

/// A finding for each of these phones whose runner's profile ends soon: that is well, with
/// something to do. One that is not well where the record in the state directory is damaged.
findings check_installed_apps(const std::filesystem::path& state_dir,
                              const std::vector<link::phone_state>& phones,
                              std::chrono::sys_seconds now);

} // namespace thimble::daemon
