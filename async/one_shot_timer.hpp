// One thing to do when a time has come, unless something comes first.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace thimble::async {

/// Home thread. Its action is never done after it has been set anew, stopped or destroyed. Costs a
/// small part of with_timeout(), which is for work that has to be cancelled.
class one_shot_timer {
public:
    using clock = std::chrono::steady_clock;

    explicit one_shot_timer(const boost::asio::any_io_executor& home) : timer_(home) {}
    one_shot_timer(const one_shot_timer&) = delete;
    one_shot_timer& operator=(const one_shot_timer&) = delete;
    ~one_shot_timer() { stop(); }

    /// Calls `then` once, after `wait`; whatever it was set to before is dropped. To put it off
    /// costs next to nothing: the timer goes on and, when its time has come, waits for the rest.
    void set(clock::duration wait, std::function<void()> then)
    {
        due_ = clock::now() + wait;
        then_ = std::move(then);
        if (!waiting_ || due_ < timer_.expiry())
            start_waiting();
    }

    void stop()
    {
        ++*waits_; // a wait that has just ended can no longer be cancelled
        waiting_ = false;
        then_ = nullptr;
        timer_.cancel();
    }

private:
    void start_waiting()
    {
        waiting_ = true;
        timer_.expires_at(due_);
        const unsigned mine = ++*waits_;
        timer_.async_wait([this, waits = waits_, mine](const boost::system::error_code&) {
            if (*waits == mine) // else there may be no timer any more
                ring_if_due();
        });
    }

    void ring_if_due()
    {
        waiting_ = false;
        if (clock::now() < due_)
            return start_waiting();
        const auto then = std::exchange(then_, nullptr); // which may end the timer
        then();
    }

    boost::asio::steady_timer timer_;
    clock::time_point due_;
    std::function<void()> then_;
    bool waiting_ = false;
    std::shared_ptr<unsigned> waits_ = std::make_shared<unsigned>(0); // begun or given up so far
};

} // namespace thimble::async
