// Ends of jobs on their way to the store.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/task_group.hpp"
#include "service/jobs/job.hpp"
#include "service/jobs/job_rows.hpp"
#include "store/database.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. An end that the store does not take is kept, and written later.
class job_ends {
public:
    /// Store and tasks outlive it.
    job_ends(const boost::asio::any_io_executor& home,
             store::database& store,
             async::task_group& tasks,
             std::shared_ptr<spdlog::logger> log);

    /// The node whose jobs they are, among others that share the store.
    void belong_to(std::string node) { node_ = std::move(node); }

    /// Called once, when it is committed.
    using stored = std::function<void()>;

    /// Hears of each that is another node's by now, so that its end is not written.
    void when_taken(std::function<void(const job&)> then) { when_taken_ = std::move(then); }

    /// `if_taken` is called once in the place of `then` where the job is another node's by now.
    boost::asio::awaitable<void> write(job_ptr what, stored then, stored if_taken = {});

    /// In a moment, in one transaction with others that end until then.
    void write_soon(job_ptr what, stored then, stored if_taken = {});

    /// Those that wait for others, now.
    boost::asio::awaitable<void> write_waiting();

    /// Returns when everything is written that the store takes.
    boost::asio::awaitable<void> close();

private:
    struct end {
        job_ptr what;
        stored then;
        stored if_taken;
    };

    void tell(const end& of, bool taken) const;

    enum class attempt : std::uint8_t { written, refused, unanswered };
    using ids = std::set<std::string>;

    /// False where the store did not answer. What it has not taken is written later.
    boost::asio::awaitable<bool> write_together(std::vector<end> ends);

    /// `lost` gets the ids of those that are another node's by now: of nothing that a desktop has
    /// said about them may it forget anything on this node's word.
    boost::asio::awaitable<attempt> try_to_write(std::vector<store::job_row> ends, ids& lost);
    boost::asio::awaitable<void> write_again();
    void keep_for_later(end&& which);

    store::database& store_;
    async::task_group& tasks_;
    std::shared_ptr<spdlog::logger> log_;
    std::optional<std::string> node_;            // nothing: the service is alone
    std::function<void(const job&)> when_taken_; // may be empty
    std::vector<end> waiting_;                   // to be written together
    std::vector<end> unwritten_;                 // the store would not take them
    async::one_shot_timer soon_;                 // for those that wait
    async::one_shot_timer again_;                // for what is unwritten
};

} // namespace thimble::service
