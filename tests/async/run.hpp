// Runs one coroutine to its end on a fresh context; a test that hangs fails instead.
#pragma once

#include "tests/catch2.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <exception>
#include <utility>

namespace thimble::tests {

/// Rethrows what the coroutine throws. Work that it leaves behind in `context` is run as well.
inline void run(boost::asio::io_context& context, boost::asio::awaitable<void> body)
{
    bool finished = false;
    std::exception_ptr error;
    boost::asio::co_spawn(context, std::move(body), [&](std::exception_ptr thrown) {
        finished = true;
        error = std::move(thrown);
    });
    context.run_for(std::chrono::minutes(2));
    if (error)
        std::rethrow_exception(error);
    REQUIRE(finished);
}

} // namespace thimble::tests
