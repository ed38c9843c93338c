// A job as the REST contract shows it.
#pragma once

#include "contract/failure.hpp"
#include "service/jobs/job.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service {

nlohmann::ordered_json job_record(const job& what);

/// Record of a gesture's effect, as it was seen.
nlohmann::ordered_json receipt_record(const link::receipt& what);

/// Why it failed, with the whole record in `context.job`. For a job that has failed.
failure failure_of(const job& what);

} // namespace thimble::service
