// A recording as one node of the service tells it to another.
#pragma once

#include "service/recordings/recording.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace thimble::service {

nlohmann::json recording_state(const recording& of);

/// Nothing for what is none.
std::optional<recording> read_recording_state(const nlohmann::json& state);

} // namespace thimble::service
