// Waits for a time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>

namespace thimble::async {

/// Cancelling the coroutine ends it at once, with operation_aborted.
inline boost::asio::awaitable<void> sleep_until(std::chrono::steady_clock::time_point when)
{
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, when);
    co_await timer.async_wait(boost::asio::use_awaitable);
}

inline boost::asio::awaitable<void> sleep_for(std::chrono::steady_clock::duration time)
{
    return sleep_until(std::chrono::steady_clock::now() + time);
}

} // namespace thimble::async
