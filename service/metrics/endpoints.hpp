// GET /metrics.
#pragma once

#include "service/metrics/metrics.hpp"
#include "service/routing/endpoint.hpp"

#include <functional>

namespace thimble::service {

/// `look` says how things stand; both outlive the row.
endpoint metrics_endpoint(metrics& of, std::function<load()> look);

} // namespace thimble::service
