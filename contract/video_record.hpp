// Measurements of a phone's own video, as records have them.
#pragma once

#include "link/phone_state.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace thimble::service {

/// `{"tap_to_picture_ms":{"p50","p95","count"},"picture_age_ms":{…}}`, in milliseconds; either is
/// null where nothing was measured, and so is all of it where nothing at all was.
nlohmann::ordered_json video_record(const std::optional<link::video_figures>& of);

} // namespace thimble::service
