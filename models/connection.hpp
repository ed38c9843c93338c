// A connection to a model's provider: one request after the other, answers as they come.
#pragma once

#include "async/worker.hpp"
#include "http/client/connect.hpp"
#include "http/stream.hpp"
#include "models/client_limits.hpp"
#include "models/model_failure.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <chrono>
#include <expected>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::models {

/// Home thread. Cancelling a coroutine of its ends it: it is to be destroyed then, which closes its
/// socket.
class connection {
public:
    using request = boost::beast::http::request<boost::beast::http::string_body>;
    using made = std::expected<std::unique_ptr<connection>, model_failure>;

    connection(http::stream over, const client_limits& limits)
        : over_(std::move(over)), limits_(limits)
    {
    }

    static boost::asio::awaitable<made>
    open(http::route way, async::worker& resolver, const client_limits& limits);

    /// Sends it and waits for the head of the answer.
    boost::asio::awaitable<std::expected<void, model_failure>> ask(const request& what);

    /// Of the answer's head.
    unsigned status() const;
    std::string field(std::string_view name) const;

    /// The next bytes of the answer's body; empty when it has ended.
    boost::asio::awaitable<std::expected<std::string, model_failure>> read_some();

    /// The whole of an answer that is no reply, or as much as is granted.
    boost::asio::awaitable<std::string> read_error();

    /// Waits a moment for the end of the answer. True when another request may follow.
    boost::asio::awaitable<bool> finish();

    /// It had been used before, and was closed before it could be used again: the request has not
    /// been answered, and not been counted.
    bool stale() const;

    bool older_than(std::chrono::milliseconds age) const;

private:
    using error_code = boost::system::error_code;
    using parser = boost::beast::http::response_parser<boost::beast::http::string_body>;

    boost::asio::awaitable<error_code> write(const request& what);
    boost::asio::awaitable<error_code> read_head();
    boost::asio::awaitable<error_code> read_piece();
    boost::asio::awaitable<error_code> read_rest();

    http::stream over_;
    client_limits limits_;
    boost::beast::flat_buffer received_;
    std::optional<parser> answer_;
    unsigned asked_ = 0;
    std::chrono::steady_clock::time_point last_used_ = {};
};

} // namespace thimble::service::models
