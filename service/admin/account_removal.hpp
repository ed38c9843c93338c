// Belongings of an account, and its removal from the database.
#pragma once

#include "store/transaction.hpp"

#include <cstddef>
#include <string>

namespace thimble::service {

/// So many of what goes with an account.
struct account_belongings {
    std::size_t keys = 0;
    std::size_t desktops = 0;
    std::size_t phones = 0;
    std::size_t secrets = 0;
    std::size_t webhooks = 0;
};

account_belongings belongings_of(store::transaction& on, const std::string& account_id);

/// Removes it with everything by which it acts or is reached. Jobs, sessions and recordings are
/// kept as long as any, and what was used stays in the ledger.
void remove_account(store::transaction& on, const std::string& account_id);

} // namespace thimble::service
