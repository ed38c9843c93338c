// The table of jobs.
#pragma once

#include "store/transaction.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::store {

/// Texts whose meaning only the service knows are JSON. No row holds what an action was given.
struct job_row {
    using time = std::chrono::system_clock::time_point;

    std::string account_id;
    std::string id; // ordered by time
    std::string phone_id;
    std::string udid;
    std::string desktop_id; // that it was sent through
    std::string action;
    time created_at;
    std::optional<time> started_at;
    std::optional<time> completed_at; // nothing: it has not ended
    std::optional<std::string> outcome;
    std::optional<std::string> failure; // nothing: it has succeeded
    std::optional<std::string> value;
    std::optional<std::string> receipt;
    std::int64_t queued_us = 0;
    std::int64_t device_us = 0;
    std::int64_t total_us = 0;
    std::optional<std::string> frame;   // what its picture shows
    std::optional<std::string> picture; // under which name the picture is kept

    // Of a service of several nodes; what is read lacks them.
    std::optional<std::string> node = {};       // that carries it out
    std::optional<std::string> session_id = {}; // whose agent has asked for it
};

/// One that has not ended.
void insert_job(transaction& on, const job_row& what);

/// Writes all that comes with its end. False, and nothing is written, where
/// the job is another node's by now.
bool end_job(transaction& on, const job_row& what);

void delete_job(transaction& on, std::string_view account_id, std::string_view id);

std::optional<job_row> find_job(transaction& on, std::string_view account_id, std::string_view id);

/// True for one that has not ended.
bool is_open(transaction& on, std::string_view account_id, std::string_view id);

struct job_filter {
    std::string account_id;
    std::optional<std::string> phone_id;
    std::optional<std::vector<std::string>> phones = {}; // ids; only jobs of these
    std::optional<bool> failed;                          // only those that have ended this way
    std::optional<std::string> before;                   // id; only older ones
    std::size_t limit = 20;
};

/// The newest first.
std::vector<job_row> list_jobs(transaction& on, const job_filter& wanted);

/// Those that have not ended, the oldest first.
std::vector<job_row> unsettled_jobs(transaction& on);

// Of several nodes that share the store.

/// Those of a node that have not ended, the oldest first.
std::vector<job_row> jobs_held_by(transaction& on, std::string_view node);

/// Gives one that has not ended from one node to another. False where the first one does not have
/// it any more.
bool hand_job_over(transaction& on,
                   const job_row& what,
                   std::string_view from,
                   std::string_view to);

std::int64_t count_jobs(transaction& on);

/// Number of jobs of each account that has any.
std::map<std::string, std::size_t> jobs_of_accounts(transaction& on);

/// Forgets at most `most` of an account's oldest that have ended and whose ids come before `bound`.
/// Returns how many.
std::size_t
forget_jobs(transaction& on, std::string_view account_id, std::string_view bound, std::size_t most);

} // namespace thimble::service::store
