// Errors of the store.
#pragma once

#include <exception>
#include <expected>
#include <stdexcept>
#include <string>

namespace thimble::service::store {

struct problem {
    std::string text;               // a sentence for the log; never a value
    bool may_have_happened = false; // it took too long: it may yet be committed
    bool unreached = false;         // nothing has happened, for want of a connection alone
    bool away = false;              // a server that is to be asked again: not now, or not in time
};

/// Problem behind an exception of the store.
problem problem_of(const std::exception_ptr& error);

/// The database was not reached, so that nothing was asked of it.
class not_reached : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Committed, but a loss of the server may take it back.
class doubtful_commit : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

template <class Value>
using outcome = std::expected<Value, problem>;

} // namespace thimble::service::store
