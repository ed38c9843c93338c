// A phone as --debug, status and doctor print it; the names are those of the REST API.
#pragma once

#include "link/phone_state.hpp"

#include <nlohmann/json.hpp>

namespace thimble::daemon {

nlohmann::ordered_json phone_record(const link::phone_state& phone);

} // namespace thimble::daemon
