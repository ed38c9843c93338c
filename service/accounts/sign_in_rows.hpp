// The table of browsers in which somebody has signed in.
#pragma once

#include "store/transaction.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

struct sign_in_row {
    using time = std::chrono::system_clock::time_point;

    std::string id; // UUID
    std::string account_id;
    std::string hash; // SHA-256 of the cookie's token in hexadecimal
    time created_at;
    time seen_at; // when it was last used, or a little before
};

void insert_sign_in(store::transaction& on, const sign_in_row& what);

std::vector<sign_in_row> all_sign_ins(store::transaction& on);

void update_sign_in(store::transaction& on, std::string_view id, sign_in_row::time seen_at);

void remove_sign_in(store::transaction& on, std::string_view id);

/// Of an account whose password has changed.
void remove_sign_ins_of(store::transaction& on, std::string_view account_id);

} // namespace thimble::service
