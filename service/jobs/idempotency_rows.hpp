// The table of requests that are carried out once, however often they come.
#pragma once

#include "store/transaction.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::store {

struct idempotent_request_row {
    using time = std::chrono::system_clock::time_point;

    std::string id; // digest of who, what and key
    std::string account_id;
    std::string body;                  // digest
    std::string job_id;                // or that of what it made instead, whose answer is known
    bool at_once = false;              // answered with the job's id
    std::optional<std::string> answer; // JSON
    time created_at;
};

/// The row that a new one of the same id may take the place of.
struct replaceable_request {
    idempotent_request_row::time created_before; // too old to be known
    std::string job_id = {};                     // or its job was taken back
};

/// False, and nothing is written, where another has the id: the request came elsewhere as well, and
/// is carried out there.
bool insert_idempotent_request(transaction& on,
                               const idempotent_request_row& what,
                               const replaceable_request& in_place_of);

/// Nothing happens where it has been answered: another node has taken its job up.
void answer_idempotent_request(transaction& on, std::string_view id, std::string_view answer);

/// Nothing happens where the request has another job by now.
void forget_idempotent_request(transaction& on, std::string_view id, std::string_view job_id);

/// Number of kept requests of each account that has any.
std::map<std::string, std::size_t> idempotent_requests_of_accounts(transaction& on);

/// Nothing for one that is older than `bound`.
std::optional<idempotent_request_row>
find_idempotent_request(transaction& on, std::string_view id, idempotent_request_row::time bound);

void forget_idempotent_requests(transaction& on, idempotent_request_row::time bound);

/// Deletes up to `most` of the account's oldest that are answered. Their number.
std::size_t
forget_oldest_idempotent_requests(transaction& on, std::string_view account_id, std::size_t most);

} // namespace thimble::service::store
