// Error of a connection attempt to the service, and its remedy.
#pragma once

#include "http/client/connect.hpp"

#include <string_view>

namespace thimble::daemon {

using service::http::connect_failure;
using service::http::connect_step;

/// Advice for the person who runs the daemon.
std::string_view remedy_for(connect_step failed);

} // namespace thimble::daemon
