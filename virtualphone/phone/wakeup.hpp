// Wakes every coroutine that waits for something to change.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::virtualphone {

/// One thread only. A waiter looks at its condition before it waits and after.
class wakeup {
public:
    explicit wakeup(const boost::asio::any_io_executor& home)
        : timer_(home, boost::asio::steady_timer::time_point::max())
    {
    }

    void notify_all() { timer_.cancel(); }

    boost::asio::awaitable<void> wait()
    {
        co_await timer_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    }

private:
    boost::asio::steady_timer timer_;
};

} // namespace thimble::virtualphone
