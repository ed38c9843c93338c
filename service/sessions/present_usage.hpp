// Usage of an account up to now: what is billed, and sessions that have not ended.
#pragma once

#include "service/sessions/facts.hpp"
#include "service/sessions/ledger.hpp"

#include <vector>

namespace thimble::service::sessions {

struct account_usage {
    usage used;
    plan agreed;
};

/// `billed`: the entries of that month. `live` are added as if they ended now, except those that
/// are billed already.
usage present_usage(month in,
                    std::vector<entry> billed,
                    const std::vector<facts>& live,
                    const plan& agreed,
                    moment now);

} // namespace thimble::service::sessions
