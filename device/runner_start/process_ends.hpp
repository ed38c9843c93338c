// The ends of processes, for whoever waits for one of them.
#pragma once

#include "async/signal.hpp"
#include "device/failure.hpp"
#include "device/runner_start/launch.hpp"

#include <deque>

namespace thimble::device::runner_start {

/// Home thread. Process control tells of the processes that are observed on one connection, a
/// session waits for its runner on others: this is between the two, and outlives both.
class process_ends {
public:
    static constexpr std::size_t most_kept = 64; // the oldest goes

    explicit process_ends(const boost::asio::any_io_executor& home) : changed_(home) {}

    /// For process_control::open.
    void note(const process_end& what);

    /// Nothing where that process has not ended, as far as is known.
    std::optional<process_end> find(process_id which) const;

    /// Ends when the process has, also before this was called.
    boost::asio::awaitable<process_end> until(process_id which);

private:
    std::deque<process_end> ended_;
    async::signal changed_;
};

/// Of a runner: with the cause "exit_74", "signal_9", or "runner_ended" where neither is known.
failure ended_runner(const process_end& what);

} // namespace thimble::device::runner_start
