// The tables of known phones and of which of them was selected.
#pragma once

#include "store/transaction.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::store {

/// `facts`, `apps`, `shortcuts` and `labels` are JSON that only the service understands.
struct phone_row {
    using time = std::chrono::system_clock::time_point;

    std::string account_id;
    std::string id;
    std::string udid;
    std::string desktop_id;
    std::string facts;
    std::optional<std::string> display_name;
    std::string typing_method;
    std::int64_t speed = 0;
    std::optional<std::string> apps;
    std::optional<time> apps_updated_at;
    std::optional<std::string> shortcuts;
    time created_at;
    time last_seen_at;
    std::optional<std::string> labels;

    friend bool operator==(const phone_row&, const phone_row&) = default;
};

struct selection_row {
    std::string account_id;
    std::string desktop_id; // empty: of all desktops
    std::string phone_id;
};

/// Writes it, whether it was known or not.
void keep_phone(transaction& on, const phone_row& what);

// The two parts of it, for a store that other nodes of the service write to as well: none puts back
// what another has changed. A phone that was not known is written wholly.

/// Facts of the phone itself; of two lists of its apps the newer one stays.
void keep_phone_facts(transaction& on, const phone_row& what);

/// That alone, if it is later than the store says; nothing of a phone that is not in it.
void keep_last_seen(transaction& on,
                    std::string_view account_id,
                    std::string_view id,
                    phone_row::time seen);

/// Settings, labels and shortcuts that people have given it.
void keep_phone_settings(transaction& on, const phone_row& what);

void forget_phone(transaction& on, std::string_view account_id, std::string_view id);

std::optional<phone_row>
find_phone(transaction& on, std::string_view account_id, std::string_view id);

/// In the order in which they became known.
std::vector<phone_row> all_phones(transaction& on);

void keep_selection(transaction& on, const selection_row& what);
std::vector<selection_row> all_selections(transaction& on);
std::vector<selection_row> selections_of(transaction& on, std::string_view account_id);

} // namespace thimble::service::store
