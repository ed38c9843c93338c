// Warnings about apps whose profile ends soon.
#pragma once

#include "device/packages/install_record.hpp"
#include "device/phone.hpp"

#include <chrono>
#include <string_view>
#include <vector>

namespace thimble::daemon {

/// DRIVER_EXPIRES of the runner that was installed on the phone last, from 48 hours before its
/// profile ends, and after that; empty for any other runner. Since the moment at which the 48 hours
/// began.
std::vector<device::warning> expiry_warnings(const device::packages::install_record& apps,
                                             std::string_view udid,
                                             std::chrono::sys_seconds now);

} // namespace thimble::daemon
