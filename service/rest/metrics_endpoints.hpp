// GET /metrics.
#pragma once

#include "metrics/metrics.hpp"
#include "service/routing/endpoint.hpp"

#include <chrono>
#include <functional>

namespace thimble::service {

/// `look` says how things stand; both outlive the row. The text is made at most once in `age`, for
/// whoever asks meanwhile: anybody may, and it takes some milliseconds of the home thread.
endpoint
metrics_endpoint(metrics& of, std::function<load()> look, std::chrono::steady_clock::duration age);

} // namespace thimble::service
