// The table of accounts.
#pragma once

#include "store/transaction.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

enum class subscription : std::uint8_t { none, active };

struct account_row {
    std::string id;   // UUID
    std::string name; // of which there is one
    subscription state = subscription::active;
    std::optional<std::int64_t> minutes;      // of sessions in a month; nothing: without limit
    std::optional<std::string> overage_price; // of a minute beyond them; nothing: there are none
    std::chrono::system_clock::time_point created_at;
};

void insert_account(store::transaction& on, const account_row& what);

std::optional<account_row> find_account(store::transaction& on, std::string_view name);

std::vector<account_row> all_accounts(store::transaction& on);

/// Sets subscription, minutes and overage price to those of the row.
void update_subscription(store::transaction& on, const account_row& what);

/// Of an account that has one.
struct account_password {
    std::string account_id;
    std::string hash; // see password.hpp
};

std::optional<account_password> find_password(store::transaction& on, std::string_view name);

/// True where it is still this one.
bool has_password(store::transaction& on, std::string_view id, std::string_view hash);

/// Ends nothing by itself: see remove_sign_ins_of().
void update_password(store::transaction& on, std::string_view id, std::string_view hash);

} // namespace thimble::service
