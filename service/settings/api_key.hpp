// The key of the account that local mode has without set-up.
#pragma once

#include "program/environment.hpp"
#include "program/state_directory.hpp"

#include <expected>
#include <string>

namespace thimble::service {

/// THIMBLE_API_KEY, else the one kept in the state directory, made there the first time. Refuses a
/// key that is too short, or cannot stand in an HTTP header; the error does not repeat it.
std::expected<std::string, std::string> load_api_key(const environment& variables,
                                                     const state_directory& state);

} // namespace thimble::service
