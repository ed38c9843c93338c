// Blockers as the REST contract, `doctor` and `status` show them.
#pragma once

#include "link/phone_state.hpp"

#include <nlohmann/json.hpp>

namespace thimble::daemon {

/// `[{"code","message","remedy","since"}]`.
nlohmann::json to_json(const std::vector<link::blocker>& blockers);

} // namespace thimble::daemon
