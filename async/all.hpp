// Runs coroutines beside each other until all of them have ended.
#pragma once

#include "async/signal.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace thimble::async {

/// Home thread. Their exceptions are dropped. Where this is cancelled, `tasks` go on by themselves:
/// they own what they need.
inline boost::asio::awaitable<void> all(std::vector<boost::asio::awaitable<void>> tasks)
{
    struct under_way {
        under_way(std::size_t count, const boost::asio::any_io_executor& home)
            : left(count), changed(home)
        {
        }
        std::size_t left;
        signal changed;
    };
    const auto executor = co_await boost::asio::this_coro::executor;
    const auto state = std::make_shared<under_way>(tasks.size(), executor);
    for (auto& each : tasks)
        boost::asio::co_spawn(executor, std::move(each), [state](const std::exception_ptr&) {
            --state->left;
            state->changed.notify_all();
        });
    while (state->left > 0)
        co_await state->changed.wait();
}

} // namespace thimble::async
