// Work that a cancellation must not leave half done.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <concepts>
#include <utility>

namespace thimble::async {

/// The value of `work`, which no cancellation reaches once it has begun. Its caller stays until it
/// has ended, so it may refer to what the caller does; whoever was cancelled meanwhile is so at the
/// next thing that it waits for.
///
/// asio::disable_cancellation() would hold for all that the same chain of coroutines does later as
/// well: the rest of a batch, say.
template <std::default_initializable Value>
boost::asio::awaitable<Value> to_the_end(boost::asio::awaitable<Value> work)
{
    namespace asio = boost::asio;
    const auto executor = co_await asio::this_coro::executor;
    co_return co_await asio::co_spawn(
        executor, std::move(work),
        asio::bind_cancellation_slot(asio::cancellation_slot(), asio::use_awaitable));
}

} // namespace thimble::async
