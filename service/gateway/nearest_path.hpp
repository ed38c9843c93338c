// The path that somebody may have meant who asked for one that there is not.
#pragma once

#include "service/routing/table.hpp"

#include <string>
#include <vector>

namespace thimble::service {

/// As the contract writes it, "/v1/phones/{phone_id}/tap"; empty where none is near. Of the API
/// alone; quick, since anybody may ask.
std::string nearest_path(const table& endpoints, const std::vector<std::string>& path);

} // namespace thimble::service
