// A job as one node of the service tells it to another.
#pragma once

#include "service/jobs/job.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <nlohmann/json.hpp>

namespace thimble::service {

/// With all that is not written down: it goes to other nodes alone.
nlohmann::json job_state(const job& what);

/// nullptr for what is none. Nobody hears of its end.
job_ptr read_job_state(const boost::asio::any_io_executor& home, const nlohmann::json& state);

} // namespace thimble::service
