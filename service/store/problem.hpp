// Why the store could not do something.
#pragma once

#include <expected>
#include <string>

namespace thimble::service::store {

struct problem {
    std::string text;               // a sentence for the log; never a value
    bool may_have_happened = false; // it took too long: it may yet be committed
};

template <class Value>
using outcome = std::expected<Value, problem>;

} // namespace thimble::service::store
