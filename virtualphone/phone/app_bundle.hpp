// The place of an app on the phone's disk.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <string>

namespace thimble::virtualphone {

std::string executable_of(const operating_system::installed_app& app);

/// The folder NAME.app, without a slash at its end.
std::string bundle_path(const operating_system::installed_app& app);

/// The folder of an app's own files, its home.
std::string container_path(const operating_system::installed_app& app);

} // namespace thimble::virtualphone
