// Recovery of jobs that the end of a former run has cut off.
#pragma once

#include "async/task_group.hpp"
#include "service/jobs/jobs.hpp"
#include "service/phones/desktop.hpp"

#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. Nothing is sent again: a desktop's journal says what it did, and what it does not
/// know is JOB_LOST.
class recovery {
public:
    /// `kept` outlives it.
    recovery(const boost::asio::any_io_executor& home,
             jobs& kept,
             std::shared_ptr<spdlog::logger> log);

    /// A desktop is there: asks it for the jobs that were sent through it. Those of which it cannot
    /// tell yet wait for its next link.
    void ask(const std::string& desktop_id, const std::shared_ptr<desktop>& via);

    /// The desktops have had time to come back: what is open now stays unknown.
    void give_up();

    /// The same of these alone, which were a node's that is gone.
    void give_up(const std::vector<std::string>& job_ids);

    boost::asio::awaitable<void> close();

private:
    boost::asio::awaitable<void> ask_for(job_ptr what, std::shared_ptr<desktop> via);
    void settle(const job_ptr& what,
                link::result how,
                const jobs::stored& then = {},
                const jobs::stored& if_taken = {});
    boost::asio::awaitable<void>
    settle_with_picture(job_ptr what, link::result how, jobs::stored then, jobs::stored if_taken);

    jobs& kept_;
    std::shared_ptr<spdlog::logger> log_;
    async::task_group tasks_;
};

} // namespace thimble::service
