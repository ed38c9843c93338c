// The scopes that a key needs for an endpoint, in words, as its row has them.
#pragma once

#include "service/routing/endpoint.hpp"

#include <string>

namespace thimble::service::contract {

/// "Scope: `read` or `act`." Any of them will do. Empty where any key will, or none is needed.
std::string needed_scope(const endpoint& row);

} // namespace thimble::service::contract
