// Retention of jobs in the store: time, and number of each account.
#pragma once

#include "service/jobs/job.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct job_retention {
    std::size_t jobs = 0;     // of all accounts together
    std::chrono::hours age{}; // of a job
};

/// Deletes the jobs that are older than that. Where more are left than fit, each account keeps its
/// newest up to a fair share (fair_share.hpp): no account loses any because of another's number.
/// Jobs that have not ended are kept. Deletes in small portions: others write meanwhile.
boost::asio::awaitable<void>
forget_old_jobs(store::database& store, job_retention granted, job::clock::time_point now);

} // namespace thimble::service
