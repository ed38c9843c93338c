// Tests' conversations with a service of DTX.
#pragma once

#include "device/dtx/connection.hpp"
#include "tests/catch2.hpp"
#include "tests/device/dtx/fake_dtx_service.hpp"
#include "tests/device/run_until_done.hpp"

#include <boost/asio/post.hpp>

namespace thimble::tests {

using boost::asio::awaitable;
using dtx::connection;
using heard_message = fake_dtx_service::heard_message;

inline constexpr auto long_limit = std::chrono::seconds(20);
inline constexpr auto short_limit = std::chrono::milliseconds(30); // for what never comes

/// Runs `body` with an open connection to `service`.
template <class Body>
void converse(boost::asio::io_context& context,
              fake_dtx_service& service,
              connection::settings how,
              Body body)
{
    const auto whole = [&]() -> awaitable<bool> {
        auto opened = co_await connection::open(service.connect(), std::move(how), long_limit);
        REQUIRE(opened);
        co_await body(*opened);
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

/// Lets the other coroutines go on until it holds.
template <class Condition>
awaitable<void> until(Condition holds)
{
    const auto deadline = std::chrono::steady_clock::now() + long_limit;
    while (!holds() && std::chrono::steady_clock::now() < deadline)
        co_await boost::asio::post(boost::asio::use_awaitable);
    CHECK(holds());
}

inline dtx::outgoing_call call_of(std::string selector, std::int32_t channel = 1)
{
    return {.channel = channel, .selector = std::move(selector)};
}

/// Acknowledges requests for channels, and leaves the rest to `then`.
inline fake_dtx_service::handler opening_channels(fake_dtx_service::handler then = {})
{
    return [then = std::move(then)](fake_dtx_service& self, const heard_message& what) {
        if (what.selector == "_requestChannelWithCode:identifier:")
            self.answer(what, dtx::null{});
        else if (then)
            then(self, what);
    };
}

/// "yes" to one selector.
inline std::optional<dtx::answer> yes_to_known(const dtx::incoming_call& what)
{
    if (what.selector == "known:")
        return dtx::answer("yes");
    return std::nullopt;
}

} // namespace thimble::tests
