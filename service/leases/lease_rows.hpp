// The table of leases.
#pragma once

#include "service/phones/lease.hpp"
#include "store/transaction.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

struct lease_row {
    std::string phone_id;
    std::string account_id;
    lease of;
};

/// Writes it in the place of the phone's last one.
void keep_lease(store::transaction& on, const lease_row& what);

/// The same, unless the phone has one that has not expired by then: of the same holder, it is
/// renewed; another's stays. The one that the phone has afterwards.
lease_row claim_lease(store::transaction& on, lease_row what, lease::clock::time_point now);

/// Unless another one has taken its place.
void remove_lease(store::transaction& on, std::string_view phone_id, std::string_view lease_id);

/// The same, unless it has been renewed beyond that time.
void remove_lease_until(store::transaction& on,
                        std::string_view phone_id,
                        std::string_view lease_id,
                        lease::clock::time_point expired_at);

std::optional<lease_row> find_lease(store::transaction& on, std::string_view phone_id);

std::vector<lease_row> all_leases(store::transaction& on);

} // namespace thimble::service
