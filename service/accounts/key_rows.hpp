// The table of API keys.
#pragma once

#include "service/accounts/rights.hpp"
#include "store/transaction.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

struct key_row {
    using time = std::chrono::system_clock::time_point;

    std::string id; // UUID
    std::string account_id;
    std::string name;
    std::string hash;                   // SHA-256 of the key in hexadecimal
    std::string prefix;                 // of the key, for a person
    std::optional<std::string> made_by; // id of the key that asked for it
    time created_at;
    std::optional<time> last_used_at;
    access_rights rights = {};
};

void insert_key(store::transaction& on, const key_row& what);

/// The oldest first.
std::vector<key_row> all_keys(store::transaction& on);

bool has_key(store::transaction& on, const std::string& id);

/// Number of an account's keys.
std::size_t count_keys(store::transaction& on, const std::string& account_id);

/// Removes the key and those that it has made, and they, and so on, in one statement. Returns how
/// many; 0 when there is no such key.
std::size_t remove_key(store::transaction& on, const std::string& id);

void update_last_use(store::transaction& on, std::string_view id, key_row::time when);

} // namespace thimble::service
