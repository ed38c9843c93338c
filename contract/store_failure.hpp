// Errors of requests that the store does not serve: it fails, or its server is away.
#pragma once

#include "contract/failure.hpp"
#include "store/problem.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace thimble::service {

/// `otherwise`, as STORE_UNAVAILABLE where the store is away: for what is read, and for writes of
/// which that message holds whatever becomes of them.
failure failure_of_store(const store::problem& why, failure otherwise);

/// The same for any other write: where the store is away, the message says that nothing was
/// written, or that it may have been.
failure failure_of_write(const store::problem& why, failure otherwise);

/// The store was asked in the middle of something that has no failure to return.
class store_failed : public std::runtime_error {
public:
    store_failed(const std::string& wanted, store::problem why)
        : std::runtime_error(wanted + ": " + why.text), problem_(std::move(why))
    {
    }

    const store::problem& problem() const noexcept { return problem_; }

private:
    store::problem problem_;
};

} // namespace thimble::service
