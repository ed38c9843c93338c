// One thing to do when a time has come, unless something comes first.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <memory>
#include <utility>

namespace thimble::async {

/// Home thread. What it was set to do is never done after it has been set anew, stopped or
/// destroyed. Costs a small part of within(), which is for work that has to be cancelled.
class alarm {
public:
    explicit alarm(const boost::asio::any_io_executor& home) : timer_(home) {}
    alarm(const alarm&) = delete;
    alarm& operator=(const alarm&) = delete;
    ~alarm() { stop(); }

    /// Calls `then` once, after `wait`; whatever it was set to before is dropped.
    template <class Action>
    void set(std::chrono::steady_clock::duration wait, Action then)
    {
        timer_.expires_after(wait);
        const unsigned mine = ++*settings_;
        timer_.async_wait([settings = settings_, mine, then = std::move(then)](
                              const boost::system::error_code& cancelled) mutable {
            if (!cancelled && *settings == mine)
                then();
        });
    }

    void stop()
    {
        ++*settings_; // a wait that has just ended can no longer be cancelled
        timer_.cancel();
    }

private:
    boost::asio::steady_timer timer_;
    std::shared_ptr<unsigned> settings_ = std::make_shared<unsigned>(0); // counts set() and stop()
};

} // namespace thimble::async
