// Runs one coroutine to its end and has what it gives; a test that hangs fails instead.
#pragma once

#include "tests/async/run.hpp"

namespace thimble::tests {

/// Work left behind in `context` is run as well, and it can be used again.
template <class Value>
Value wait_for(boost::asio::io_context& context, boost::asio::awaitable<Value> work)
{
    Value out{};
    const auto keep = [](boost::asio::awaitable<Value> from,
                         Value& to) -> boost::asio::awaitable<void> {
        to = co_await std::move(from);
    };
    run(context, keep(std::move(work), out));
    context.restart();
    return out;
}

} // namespace thimble::tests
