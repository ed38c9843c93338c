// The table of secrets.
#pragma once

#include "store/transaction.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

struct secret_row {
    using time = std::chrono::system_clock::time_point;

    std::string account_id;
    std::string name;
    std::string sealed;                 // see master_key
    time made_at;                       // the value, not the name
    std::vector<std::string> apps = {}; // that it may be typed into; none: any
};

/// In place of the one that has this name.
void put_secret(store::transaction& on, const secret_row& what);

/// False where there was none.
bool remove_secret(store::transaction& on, std::string_view account_id, std::string_view name);

/// Nothing where there is no such secret.
std::optional<std::vector<std::string>>
apps_of_secret(store::transaction& on, std::string_view account_id, std::string_view name);
std::int64_t count_secrets(store::transaction& on, std::string_view account_id);

/// Of one account, by name.
std::vector<secret_row> secrets_of(store::transaction& on, std::string_view account_id);

std::vector<secret_row> all_secrets(store::transaction& on);

/// Associated data of a sealed value: its account and its name.
std::string about_secret(std::string_view account_id, std::string_view name);

} // namespace thimble::service
