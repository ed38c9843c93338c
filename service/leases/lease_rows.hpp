// The table of leases.
#pragma once

#include "service/phones/lease.hpp"
#include "store/transaction.hpp"

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

/// Unless another one has taken its place.
void remove_lease(store::transaction& on, std::string_view phone_id, std::string_view lease_id);

std::vector<lease_row> all_leases(store::transaction& on);

} // namespace thimble::service
