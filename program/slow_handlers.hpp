// Log lines about handlers that held up a program's home thread.
#pragma once

#include "async/home_watch.hpp"

#include <spdlog/logger.h>

#include <memory>

namespace thimble::service {

/// An error where the processor was used for too long, which tests look for; what merely took long
/// is for debugging.
async::home_watch::listener slow_handlers_to(std::shared_ptr<spdlog::logger> log);

} // namespace thimble::service
