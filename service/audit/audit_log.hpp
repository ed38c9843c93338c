// The audit log: entries written behind what they tell of, read, exported, forgotten in time.
#pragma once

#include "async/task_group.hpp"
#include "contract/failure.hpp"
#include "service/audit/audit_retention.hpp"
#include "service/audit/audit_rows.hpp"
#include "store/database.hpp"
#include "text/uuid.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

struct audit_limits {
    audit_retention kept;
    std::size_t unwritten = 10'000;         // while the store fails; then the oldest are lost
    std::chrono::milliseconds delay{500};   // until what has happened is written, together
    std::chrono::milliseconds retry{5'000}; // after a failure of the store
};

/// Home thread. No request waits for its entry: a crash may lose those of the last half second.
class audit_log {
public:
    /// The store outlives it.
    audit_log(boost::asio::any_io_executor home,
              store::database& store,
              audit_limits granted,
              std::shared_ptr<spdlog::logger> log);

    /// It gets its id, and its time, which is now.
    void note(audit_entry what);

    // With all that was noted before. INTERNAL_ERROR or STORE_UNAVAILABLE where the store cannot
    // say.

    /// The newest first.
    boost::asio::awaitable<result<std::vector<audit_entry>>> newest(audit_filter wanted);

    /// The oldest first, from behind an id on; empty: from the beginning.
    boost::asio::awaitable<result<std::vector<audit_entry>>>
    after(std::string account_id, std::string id, std::size_t limit);

    /// The same as lines of JSON, which a thread of the store makes: they may be many.
    boost::asio::awaitable<result<std::string>>
    lines_after(std::string account_id, std::string id, std::size_t limit);

    /// Lets go what is too old, or too much. Now and then.
    boost::asio::awaitable<void> prune(audit_entry::clock::time_point now)
    {
        return forget_old_audit_entries(store_, limits_.kept, now);
    }

    /// Returns when everything is written, or the store has refused it.
    boost::asio::awaitable<void> close();

private:
    boost::asio::awaitable<void> write_on();
    boost::asio::awaitable<bool> write_now();
    boost::asio::awaitable<bool> write_portion(std::size_t most);
    void forget_beyond_limit();

    store::database& store_;
    audit_limits limits_;
    std::shared_ptr<spdlog::logger> log_;
    ordered_uuids ids_;
    std::deque<audit_entry> unwritten_;
    bool writing_ = false;
    bool closed_ = false;
    bool has_lost_ = false; // entries; the log has been told
    async::task_group tasks_;
};

} // namespace thimble::service
