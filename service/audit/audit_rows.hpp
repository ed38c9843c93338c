// The table of the audit log.
#pragma once

#include "service/audit/audit_entry.hpp"
#include "store/transaction.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// One that is there already stays as it is: a write may come twice.
void insert_audit_entry(store::transaction& on, const audit_entry& what);

struct audit_filter {
    std::string account_id;
    std::optional<std::string> phone_id = {};
    std::optional<std::string> actor_id = {};
    std::optional<std::string> before = {}; // id; only older ones
    std::size_t limit = 100;
};

/// The newest first.
std::vector<audit_entry> newest_audit_entries(store::transaction& on, const audit_filter& wanted);

/// The oldest first, from behind an id on; empty: from the beginning.
std::vector<audit_entry> audit_entries_after(store::transaction& on,
                                             std::string_view account_id,
                                             std::string_view after,
                                             std::size_t limit);

std::map<std::string, std::size_t> audit_entries_of_accounts(store::transaction& on);

/// Deletes up to `most` of the account's oldest, whose ids are below `bound`. Their number.
std::size_t forget_audit_entries(store::transaction& on,
                                 std::string_view account_id,
                                 std::string_view bound,
                                 std::size_t most);

} // namespace thimble::service
