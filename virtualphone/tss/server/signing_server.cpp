#include "virtualphone/tss/server/signing_server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <chrono>
#include <optional>
#include <utility>

namespace thimble::virtualphone::tss {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

using client_stream = beast::basic_stream<asio::generic::stream_protocol>;
using signing_request = http::request<http::string_body>;

constexpr std::uint32_t longest_header = 16 * 1024;
constexpr std::uint64_t longest_body = 1024ULL * 1024;
constexpr std::chrono::seconds longest_silence{30};

/// One client, with what it has sent and nobody has read.
struct client {
    client_stream stream;
    beast::flat_buffer unread;
};

bool asks_for_a_ticket(const signing_request& request)
{
    constexpr std::string_view scheme = "http://";
    constexpr std::string_view path = "/TSS/controller";
    std::string_view target = request.target();
    if (target.starts_with(scheme))
        target.remove_prefix(std::min(target.find('/', scheme.size()), target.size()));
    return request.method() == http::verb::post && target.substr(0, target.find('?')) == path;
}

/// Nothing when the connection is over, or what comes is no request.
template <class Stream>
asio::awaitable<std::optional<signing_request>> next_request(client& from, Stream& over)
{
    http::request_parser<http::string_body> incoming;
    incoming.header_limit(longest_header);
    incoming.body_limit(longest_body);
    from.stream.expires_after(longest_silence);
    const auto [error, size] =
        co_await http::async_read(over, from.unread, incoming, asio::as_tuple(asio::use_awaitable));
    if (error)
        co_return std::nullopt;
    co_return incoming.release();
}

/// True if another request may follow.
template <class Stream>
asio::awaitable<bool>
answer(client& to, Stream& over, const signing_request& request, const answer_listener& told)
{
    http::response<http::string_body> response(http::status::ok, request.version());
    if (asks_for_a_ticket(request)) {
        signing_answer made = sign(request.body());
        told(made);
        response.body() = std::move(made.body);
    } else {
        response.result(http::status::not_found);
    }
    response.set(http::field::content_type, "text/html");
    response.keep_alive(request.keep_alive());
    response.prepare_payload();
    to.stream.expires_after(longest_silence);
    const auto [error, size] =
        co_await http::async_write(over, response, asio::as_tuple(asio::use_awaitable));
    co_return !error && response.keep_alive();
}

/// Inside of CONNECT.
asio::awaitable<void>
serve_secured(client& with, asio::ssl::context& certificate, const answer_listener& told)
{
    constexpr std::string_view established = "HTTP/1.1 200 Connection established\r\n\r\n";
    with.stream.expires_after(longest_silence);
    co_await asio::async_write(with.stream, asio::buffer(established), asio::use_awaitable);
    asio::ssl::stream<client_stream&> secured(with.stream, certificate);
    const std::size_t taken = co_await secured.async_handshake(
        asio::ssl::stream_base::server, with.unread.data(), asio::use_awaitable);
    with.unread.consume(taken);
    while (const auto request = co_await next_request(with, secured)) {
        if (!co_await answer(with, secured, *request, told))
            break;
    }
}

asio::awaitable<void>
serve_client(stream accepted, std::shared_ptr<asio::ssl::context> certificate, answer_listener told)
{
    client with{client_stream(std::move(accepted)), {}};
    while (const auto request = co_await next_request(with, with.stream)) {
        if (request->method() == http::verb::connect)
            co_return co_await serve_secured(with, *certificate, told);
        if (!co_await answer(with, with.stream, *request, told))
            break;
    }
}

/// A connection that breaks ends alone.
void forget_client(const std::exception_ptr&) {}

} // namespace

asio::awaitable<void> serve_signing(listen_socket& listener,
                                    std::shared_ptr<asio::ssl::context> certificate,
                                    answer_listener told)
{
    const auto home = co_await asio::this_coro::executor;
    for (;;)
        asio::co_spawn(home, serve_client(co_await listener.accept(), certificate, told),
                       forget_client);
}

} // namespace thimble::virtualphone::tss
