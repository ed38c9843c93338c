// A job as it is kept in the store.
#pragma once

#include "service/jobs/job.hpp"
#include "service/jobs/job_rows.hpp"

#include <memory>

namespace thimble::service {

/// With all that comes with its end, if it has a result. Sensitive texts are left out.
store::job_row row_of(const job& what);

/// The same with nothing left out, which is for no store.
store::job_row whole_row_of(const job& what);

/// True where nothing of the result that it has, or will have, is left out.
bool is_kept_wholly(const job& what);

/// A row that makes no sense in some part is read without that part.
std::shared_ptr<job> read_job(const boost::asio::any_io_executor& home, const store::job_row& row);

} // namespace thimble::service
