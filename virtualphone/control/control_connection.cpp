#include "virtualphone/control/control_connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <chrono>
#include <cstdint>
#include <utility>

namespace thimble::virtualphone::control {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr std::uint32_t longest_header = 16 * 1024;
constexpr std::uint64_t longest_body = 1024ULL * 1024;
constexpr std::chrono::minutes longest_idleness{5};
constexpr std::chrono::seconds longest_write{30};

using http_stream = beast::basic_stream<asio::generic::stream_protocol>;

http::response<http::string_body> response_for(reply what, unsigned version, bool keep_alive)
{
    http::response<http::string_body> response(what.status, version, std::move(what.body));
    response.set(http::field::server, "thimble-phone");
    response.set(http::field::content_type, what.content_type);
    response.set(http::field::cache_control, "no-store");
    if (!what.allow.empty())
        response.set(http::field::allow, what.allow);
    response.keep_alive(keep_alive);
    response.prepare_payload();
    return response;
}

bool is_malformed(const boost::system::error_code& error)
{
    return error.category() == make_error_code(http::error::bad_method).category() &&
           error != http::error::end_of_stream && error != http::error::partial_message;
}

class control_connection {
public:
    control_connection(stream client, std::shared_ptr<control_state> state)
        : stream_(std::move(client)), state_(std::move(state)),
          entry_(state_->connections, stream_.socket())
    {
        ++state_->clients;
    }
    control_connection(const control_connection&) = delete;
    control_connection& operator=(const control_connection&) = delete;
    ~control_connection() { --state_->clients; }

    asio::awaitable<void> serve()
    {
        while (co_await serve_one()) {
        }
    }

private:
    /// False when the connection is over.
    asio::awaitable<bool> serve_one()
    {
        http::request_parser<http::string_body> incoming;
        incoming.header_limit(longest_header);
        incoming.body_limit(longest_body);
        stream_.expires_after(longest_idleness);
        const auto [error, size] = co_await http::async_read(stream_, buffer_, incoming,
                                                             asio::as_tuple(asio::use_awaitable));
        stream_.expires_never();
        constexpr unsigned http_1_1 = 11;
        if (is_malformed(error)) {
            co_return co_await send(response_for(
                error_reply(http::status::bad_request, "the request is malformed or too large"),
                http_1_1, false));
        }
        if (error)
            co_return false;
        const auto& request = incoming.get();
        reply result =
            co_await state_->calls.answer(request.method(), request.target(), request.body());
        co_return co_await send(
            response_for(std::move(result), request.version(), request.keep_alive()));
    }

    /// True if the connection can be used any further.
    asio::awaitable<bool> send(http::response<http::string_body> response)
    {
        stream_.expires_after(longest_write);
        const auto [error, size] =
            co_await http::async_write(stream_, response, asio::as_tuple(asio::use_awaitable));
        co_return !error && response.keep_alive();
    }

    http_stream stream_;
    std::shared_ptr<control_state> state_;
    mux::open_connections::entry entry_;
    beast::flat_buffer buffer_;
};

} // namespace

asio::awaitable<void> serve_control(stream client, std::shared_ptr<control_state> state)
{
    control_connection connection(std::move(client), std::move(state));
    co_await connection.serve();
}

} // namespace thimble::virtualphone::control
