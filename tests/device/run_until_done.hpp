// Runs one coroutine to its end on a context whose other work, a fake runner's say, never ends.
#pragma once

#include "tests/catch2.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

namespace thimble::tests {

/// Value of the coroutine. Throws what it throws; fails the test when it does not end.
template <class Value>
Value run_until_done(boost::asio::io_context& context, boost::asio::awaitable<Value> body)
{
    std::optional<Value> outcome;
    std::exception_ptr error;
    bool ended = false;
    const auto keep = [](boost::asio::awaitable<Value> of,
                         std::optional<Value>& to) -> boost::asio::awaitable<void> {
        to.emplace(co_await std::move(of));
    };
    boost::asio::co_spawn(context, keep(std::move(body), outcome), [&](std::exception_ptr thrown) {
        error = std::move(thrown);
        ended = true;
    });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    context.restart();
    while (!ended && std::chrono::steady_clock::now() < deadline)
        context.run_one_for(std::chrono::milliseconds(100));
    if (error)
        std::rethrow_exception(error);
    REQUIRE(outcome.has_value());
    return std::move(*outcome);
}

} // namespace thimble::tests
