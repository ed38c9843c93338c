// Retention of the audit log: time, and number of each account's entries.
#pragma once

#include "service/audit/audit_entry.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct audit_retention {
    std::size_t entries = 1'000'000; // of all accounts together; about 400 MB
    std::chrono::hours age{24 * 90}; // of one
};

/// Deletes what is older than that. Where more is left than fits, each account keeps its newest up
/// to a fair share (fair_share.hpp). In small portions: others write meanwhile.
boost::asio::awaitable<void> forget_old_audit_entries(store::database& store,
                                                      audit_retention granted,
                                                      audit_entry::clock::time_point now);

} // namespace thimble::service
