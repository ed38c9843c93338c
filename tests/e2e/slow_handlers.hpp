// Handlers that held a home thread for too long: see async/home_watch.hpp.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace thimble::e2e {

/// Of processor time, until a test fails. Builds for tests are not optimised: what ships is at
/// least that much quicker.
std::chrono::milliseconds longest_handler();

/// The lines of a program's log that tell of one that took longer than `most`.
std::vector<std::string> slow_handlers_in(const std::string& log, std::chrono::milliseconds most);

} // namespace thimble::e2e
