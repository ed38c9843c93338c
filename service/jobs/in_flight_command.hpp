// A command on its way to a desktop, with its job and its order.
#pragma once

#include "async/one_shot_timer.hpp"
#include "service/jobs/dispatcher.hpp"

#include <utility>

namespace thimble::service {

/// Home thread. Known to the dispatcher until the job has ended.
struct dispatcher::in_flight_command {
    in_flight_command(job_ptr made,
                      order given,
                      link::command sent,
                      slot in,
                      const boost::asio::any_io_executor& home)
        : work(std::move(made)), what(std::move(given)), message(std::move(sent)),
          in_queue(std::move(in)), overdue(home)
    {
    }

    job_ptr work;
    order what;
    link::command message;
    slot in_queue;
    async::one_shot_timer overdue;
    bool withdrawn = false; // the caller has gone
    bool cancelled = false; // the caller wants it to end
    bool timed_out = false;
    bool taken = false; // another node has the job by now
};

} // namespace thimble::service
