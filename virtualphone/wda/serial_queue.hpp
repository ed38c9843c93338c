// The main queue of the runner: one command after another, whoever sent them.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <deque>
#include <functional>
#include <memory>

namespace thimble::virtualphone::wda {

/// One thread only. Jobs do not throw; they own what they use, because one that has begun goes on
/// when nobody waits for it any more.
class serial_queue {
public:
    using job = std::function<boost::asio::awaitable<void>()>;

    explicit serial_queue(boost::asio::any_io_executor home);

    void add(job what);

private:
    struct shared_state {
        std::deque<job> jobs;
        bool running = false;
    };

    static boost::asio::awaitable<void> drain(std::shared_ptr<shared_state> state);

    boost::asio::any_io_executor home_;
    std::shared_ptr<shared_state> state_ = std::make_shared<shared_state>();
};

} // namespace thimble::virtualphone::wda
