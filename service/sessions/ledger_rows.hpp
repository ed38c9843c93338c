// The table of what sessions cost.
#pragma once

#include "service/sessions/facts.hpp"
#include "service/sessions/ledger.hpp"
#include "store/transaction.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace thimble::service::sessions {

void insert_entry(store::transaction& on, const entry& what);

/// In the order in which the time was spent, the models' last.
std::vector<entry> entries_of_month(store::transaction& on, std::string_view account_id, month in);

/// Adds to what the account has to pay in that month for the model without a session. There is one
/// row of it for each month, which has the account's id in place of a session's.
void add_model_cost(store::transaction& on,
                    std::string_view account_id,
                    month in,
                    std::int64_t amount);

/// Of an account that has no row, which is the local one: everything, without limit.
plan plan_of(store::transaction& on, std::string_view account_id);

/// Writes down what a session that has ended has cost, by the account's plan of today. Once: the
/// second time nothing happens.
void bill(store::transaction& on, const facts& what);

} // namespace thimble::service::sessions
