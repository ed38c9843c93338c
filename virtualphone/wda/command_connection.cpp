#include "virtualphone/wda/command_connection.hpp"

#include "virtualphone/wda/transmission.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <chrono>
#include <cstdint>
#include <expected>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::uint32_t longest_header = 16 * 1024;
constexpr std::uint64_t longest_body = 8ULL * 1024 * 1024;
constexpr std::chrono::seconds slowest_request{30};

using http_stream = beast::basic_stream<asio::generic::stream_protocol>;

class command_connection {
public:
    command_connection(stream client, std::shared_ptr<runner_process> runner)
        : stream_(std::move(client)), runner_(std::move(runner)),
          entry_(runner_->connections, stream_.socket())
    {
    }

    asio::awaitable<void> serve()
    {
        while (co_await serve_one()) {
        }
    }

private:
    using parser = http::request_parser<http::string_body>;

    /// False when the connection is over.
    asio::awaitable<bool> serve_one()
    {
        parser incoming;
        incoming.header_limit(longest_header);
        incoming.body_limit(longest_body);
        if (const error_code error = co_await receive(incoming)) {
            if (is_malformed(error))
                co_await reject(error.message());
            co_return false;
        }
        if (!co_await runner_->until_serving())
            co_return false;
        const auto shown = runner_->device.faults.take_other_than_refusal("wda");
        if (shown && shown->kind == fault_kind::hang)
            co_return co_await stay_silent(stream_.socket());
        const answer result = shown && shown->kind == fault_kind::error
                                  ? failure(errors::unknown_error, "An unknown error occurred")
                                  : co_await carry_out(incoming.get());
        if (!co_await runner_->until_serving())
            co_return false;
        if (result.lost) {
            runner_->die();
            co_return false;
        }
        const bool open = co_await send(result, shown);
        if (result.ends_the_runner)
            runner_->die();
        co_return open;
    }

    asio::awaitable<error_code> receive(parser& incoming)
    {
        if (buffer_.size() == 0) { // an idle connection may stay as long as it likes
            const auto [error] = co_await stream_.socket().async_wait(
                asio::socket_base::wait_read, asio::as_tuple(asio::use_awaitable));
            if (error)
                co_return error;
        }
        stream_.expires_after(slowest_request);
        const auto [header_error, header_size] = co_await http::async_read_header(
            stream_, buffer_, incoming, asio::as_tuple(asio::use_awaitable));
        if (header_error)
            co_return header_error;
        if (incoming.get().count(http::field::transfer_encoding) != 0)
            co_return http::error::bad_transfer_encoding;
        const auto [error, size] = co_await http::async_read(stream_, buffer_, incoming,
                                                             asio::as_tuple(asio::use_awaitable));
        stream_.expires_never();
        co_return error;
    }

    static bool is_malformed(const error_code& error)
    {
        return error.category() == make_error_code(http::error::bad_method).category() &&
               error != http::error::end_of_stream && error != http::error::partial_message;
    }

    asio::awaitable<answer> carry_out(const http::request<http::string_body>& incoming)
    {
        return runner_->commands->dispatch(
            read_request(incoming.method(), incoming.target(), incoming.body()));
    }

    asio::awaitable<void> reject(std::string message)
    {
        co_await send(failure(errors::invalid_argument, "Malformed request: " + message),
                      std::nullopt);
    }

    asio::awaitable<bool> send(const answer& result, std::optional<fault> shown)
    {
        response_text text = response_for(result, runner_->commands->state().session());
        co_return co_await transmit(stream_.socket(), std::move(text), shown);
    }

    http_stream stream_;
    std::shared_ptr<runner_process> runner_;
    mux::open_connections::entry entry_;
    beast::flat_buffer buffer_;
};

} // namespace

asio::awaitable<void> serve_commands(stream client, std::shared_ptr<runner_process> runner)
{
    if (runner->device.runner == virtualphone::runner::dead)
        co_return;
    command_connection connection(std::move(client), std::move(runner));
    co_await connection.serve();
}

} // namespace thimble::virtualphone::wda
