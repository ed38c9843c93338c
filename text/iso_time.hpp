// Moments as the REST contract writes them.
#pragma once

#include <chrono>
#include <string>

namespace thimble::service {

/// ISO 8601 in UTC with milliseconds: "2026-11-21T01:23:08.042Z".
std::string iso_time(std::chrono::system_clock::time_point moment);

} // namespace thimble::service
