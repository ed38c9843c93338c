// A deadline on anything awaitable.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <concepts>
#include <exception>
#include <optional>
#include <utility>

namespace thimble::async {

/// The value of `work`, or nothing when it has not come within `limit`.
///
/// Work that runs out of time is cancelled and waited for, so it must let itself be cancelled (a
/// blocking call does so through async::worker, which leaves the call behind). Its result by then,
/// and its exception, are not looked at. An exception in time is thrown here; a cancellation from
/// outside reaches `work` as well. (Boost 1.86 has cancel_after for this; Debian 12 has 1.81.)
template <std::default_initializable Value>
boost::asio::awaitable<std::optional<Value>> with_timeout(std::chrono::steady_clock::duration limit,
                                                          boost::asio::awaitable<Value> work)
{
    namespace asio = boost::asio;
    auto executor = co_await asio::this_coro::executor;
    asio::steady_timer deadline(executor, limit);
    auto race = asio::experimental::make_parallel_group(
        asio::co_spawn(executor, std::move(work), asio::deferred),
        deadline.async_wait(asio::deferred));
    auto [order, work_error, value, deadline_error] =
        co_await race.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
    const bool late = order.front() != 0;
    if (late && !deadline_error)
        co_return std::nullopt; // whatever the work makes of its being cancelled
    if (work_error)
        std::rethrow_exception(work_error);
    co_return std::move(value);
}

} // namespace thimble::async
