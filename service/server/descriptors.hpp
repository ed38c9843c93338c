// Limits of open files and connections for a program that serves.
#pragma once

#include "service/server/limits.hpp"

#include <cstddef>

namespace thimble::service {

/// Systems grant a program few descriptors at first and more to one that asks. Asks, and says how
/// many there are now: each client is one.
std::size_t raise_descriptor_limit();

/// With so many connections open at once, or no more than leave descriptors for phones, the
/// database and everything else.
limits limits_within(std::size_t descriptors, std::size_t connections = limits{}.http.connections);

} // namespace thimble::service
