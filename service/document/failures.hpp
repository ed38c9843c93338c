// Errors that an endpoint may answer with: those that it names, and those of the checks before it.
#pragma once

#include "service/routing/endpoint.hpp"

#include <map>
#include <string>
#include <vector>

namespace thimble::service::contract {

/// By HTTP status; the codes in the order of the contract.
using failures = std::map<unsigned, std::vector<std::string>>;

/// `path`: the one of the row's paths that is asked for.
failures failures_of(const endpoint& row, const path_pattern& path);

/// True where the row cannot do without one.
bool needs_body(const endpoint& row);

} // namespace thimble::service::contract
