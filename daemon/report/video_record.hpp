// Measurements of a phone's video, as `status` shows them.
#pragma once

#include "device/latency.hpp"

#include <nlohmann/json.hpp>

namespace thimble::daemon {

/// `{"tap_to_picture_ms":{"p50","p95","count"},"picture_age_ms":{…}}`, in milliseconds; either is
/// null where nothing was measured, and so is all of it where nothing at all was.
nlohmann::ordered_json video_record(const device::video_figures& of);

} // namespace thimble::daemon
