// "Something has changed": wakes every coroutine that waits for it.
#pragma once

#include "async/deadline.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::async {

/// Home thread only. A waiter looks at its condition first and waits when it does not hold; nothing
/// can be missed in between, because nothing else runs on the home thread meanwhile.
class signal {
public:
    using time = boost::asio::steady_timer::time_point;

    /// From `deadline` on wait() ends at once: whoever has one looks at the clock as well.
    explicit signal(const boost::asio::any_io_executor& home, time deadline = time::max())
        : timer_(home, deadline)
    {
    }

    void notify_all() { timer_.cancel(); }

    /// Ends at the next notify_all(), or at the deadline. Throws operation_aborted when the
    /// coroutine is cancelled.
    boost::asio::awaitable<void> wait()
    {
        boost::system::error_code ignored;
        co_await timer_.async_wait(
            boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        const auto state = co_await boost::asio::this_coro::cancellation_state;
        if (state.cancelled() != boost::asio::cancellation_type::none)
            throw boost::system::system_error(boost::asio::error::operation_aborted);
    }

    /// True where notify_all() came within `limit`.
    boost::asio::awaitable<bool> wait_for(std::chrono::steady_clock::duration limit)
    {
        co_return (co_await with_timeout(limit, notified())).has_value();
    }

private:
    boost::asio::awaitable<bool> notified()
    {
        co_await wait();
        co_return true;
    }

    boost::asio::steady_timer timer_;
};

} // namespace thimble::async
