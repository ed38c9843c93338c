// Fields that the answers of some actions have beside the job's own.
#pragma once

#include "service/jobs/job.hpp"
#include "service/phones/phones.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace thimble::service::api {

/// Fields to be added to the record of a job of `action` that has succeeded; an empty object for
/// most actions.
nlohmann::ordered_json
fields_beside_job(std::string_view action, const known_phone& phone, const job& work);

} // namespace thimble::service::api
