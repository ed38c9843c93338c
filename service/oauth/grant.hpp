// Leave that somebody has given to a program, and its row in the store.
#pragma once

#include "service/accounts/rights.hpp"
#include "store/transaction.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::oauth {

/// Hashes are SHA-256 in hexadecimal.
struct grant {
    using time = std::chrono::system_clock::time_point;

    std::string id; // UUID
    std::string account_id;
    std::optional<std::string> approved_by; // id of the key with which that was done
    std::string client_id;
    std::string client_name;
    std::string audience; // the address that tokens are for
    access_rights rights;
    std::string access_hash; // of the access token
    time access_ends_at;
    std::string family_hash;  // of what all refresh tokens of the grant begin with
    std::string refresh_hash; // of the last refresh token
    time refresh_ends_at;
    time created_at;
    time ends_at;
    std::optional<time> last_used_at = std::nullopt;
};

void insert_grant(store::transaction& on, const grant& what);

/// New tokens.
void update_tokens(store::transaction& on, const grant& what);

void update_last_use_of_grant(store::transaction& on, std::string_view id, grant::time when);

void remove_grant(store::transaction& on, std::string_view id);

/// The oldest first.
std::vector<grant> all_grants(store::transaction& on);

} // namespace thimble::service::oauth
