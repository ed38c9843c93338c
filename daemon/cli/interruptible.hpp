// Blocking work that Ctrl-C asks to end.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include <atomic>
#include <csignal>
#include <functional>
#include <future>

namespace thimble::daemon {

/// Does the work on a thread of its own and returns what it returns. From the first SIGINT or
/// SIGTERM on, `wanted` is false; a further one ends the process at once. Nothing else of the
/// process looks at signals meanwhile.
template <class Result>
Result interruptible(const std::function<Result(const std::atomic<bool>& wanted)>& work)
{
    std::atomic<bool> wanted = true;
    boost::asio::io_context context(1);
    boost::asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](const boost::system::error_code& ended, int) {
        if (!ended)
            wanted = false;
        signals.clear();
    });
    auto result = std::async(std::launch::async, [&] {
        struct at_the_end {
            boost::asio::io_context& context;
            boost::asio::signal_set& signals;
            ~at_the_end()
            {
                boost::asio::post(context, [&all = signals] { all.cancel(); });
            }
        } const guard{context, signals};
        return work(wanted);
    });
    context.run();
    return result.get();
}

} // namespace thimble::daemon
