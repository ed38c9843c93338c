// The two ends of one WebSocket, in one process.
#pragma once

#include "http/websocket/socket.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>

#include <chrono>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace thimble::service::test {

/// Runs until it holds, at most for a minute.
inline void run_until(boost::asio::io_context& context, const std::function<bool()>& condition)
{
    const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    context.restart();
    while (!condition() && std::chrono::steady_clock::now() < latest)
        context.run_one_for(std::chrono::milliseconds(50));
    REQUIRE(condition());
}

/// Runs it to its end.
template <class Value>
Value finish(boost::asio::io_context& context, boost::asio::awaitable<Value> work)
{
    std::optional<Value> out;
    std::exception_ptr failed;
    boost::asio::co_spawn(context, std::move(work),
                          [&](const std::exception_ptr& problem, Value value) {
                              failed = problem;
                              out.emplace(std::move(value));
                          });
    run_until(context, [&] { return out.has_value(); });
    if (failed)
        std::rethrow_exception(failed);
    return std::move(*out);
}

using opened = std::expected<websocket::socket, websocket::refused>;

/// A client and a server on two connected sockets; either may be refused.
class socket_pair {
public:
    explicit socket_pair(boost::asio::io_context& home,
                         websocket::options of_client = {"test.1", 1024},
                         websocket::options of_server = {"test.1", 1024})
        : context(home)
    {
        namespace asio = boost::asio;
        asio::local::stream_protocol::socket one(context);
        asio::local::stream_protocol::socket other(context);
        asio::local::connect_pair(one, other);
        asio::co_spawn(context, open(http::stream(std::move(one)), std::move(of_client)),
                       [](const std::exception_ptr& problem) { REQUIRE_FALSE(problem); });
        asio::co_spawn(context, accept(http::stream(std::move(other)), std::move(of_server)),
                       [](const std::exception_ptr& problem) { REQUIRE_FALSE(problem); });
        run_until(context, [this] { return client && server; });
    }

    boost::asio::io_context& context;
    std::optional<opened> client;
    std::optional<opened> server;

private:
    boost::asio::awaitable<void> open(http::stream over, websocket::options agreed)
    {
        const websocket::handshake_request wanted{.host = "test", .path = "/link", .headers = {}};
        client.emplace(co_await websocket::socket::open(std::move(over), wanted, agreed));
    }

    boost::asio::awaitable<void> accept(http::stream over, websocket::options agreed)
    {
        namespace beast_http = boost::beast::http;
        boost::beast::flat_buffer buffer;
        beast_http::request<beast_http::empty_body> asked;
        co_await beast_http::async_read(over, buffer, asked, boost::asio::use_awaitable);
        http::request first;
        first.head = asked.base();
        server.emplace(co_await websocket::socket::accept(std::move(over), first, agreed));
    }
};

} // namespace thimble::service::test
