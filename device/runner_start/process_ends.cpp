#include "device/runner_start/process_ends.hpp"

#include <algorithm>
#include <string>

namespace thimble::device::runner_start {

void process_ends::note(const process_end& what)
{
    if (ended_.size() == most_kept)
        ended_.pop_front();
    ended_.push_back(what);
    changed_.notify_all();
}

/// Numbers of processes come again: the newest end is meant.
std::optional<process_end> process_ends::find(process_id which) const
{
    const auto found = std::find_if(ended_.rbegin(), ended_.rend(),
                                    [&](const process_end& each) { return each.process == which; });
    return found == ended_.rend() ? std::nullopt : std::optional(*found);
}

boost::asio::awaitable<process_end> process_ends::until(process_id which)
{
    for (;;) {
        if (auto found = find(which))
            co_return *found;
        co_await changed_.wait();
    }
}

failure ended_runner(const process_end& what)
{
    failure why{.what = problem::refused,
                .phone = reached::all,
                .message = "The runner on the phone has ended.",
                .cause = "runner_ended"};
    if (what.exit_code) {
        const auto code = std::to_string(*what.exit_code);
        why.message = "The runner on the phone exited with code " + code + ".";
        why.cause = "exit_" + code;
    } else if (what.signal) {
        const auto number = std::to_string(*what.signal);
        why.message = "The runner on the phone exited by signal " + number + ".";
        why.cause = "signal_" + number;
    }
    return why;
}

} // namespace thimble::device::runner_start
