// Beast on an io_context that lives as long as one request.
#include "tests/e2e/http_client.hpp"

#include "tests/e2e/eventually.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <cctype>
#include <future>
#include <stdexcept>

namespace thimble::e2e {

namespace asio = boost::asio;
namespace http = boost::beast::http;

namespace {

constexpr auto answer_limit = 70s; // a little more than the longest that the service may take
constexpr std::uint64_t body_limit = 64U << 20U;

using stream = asio::generic::stream_protocol::socket;
using endpoint = asio::generic::stream_protocol::endpoint;
using request = http::request<http::string_body>;
using response = http::response<http::string_body>;

std::string lower_case(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char each) {
        return static_cast<char>(std::tolower(each));
    });
    return text;
}

template <class Stream>
asio::awaitable<response> converse(Stream& socket, const request& asked)
{
    co_await http::async_write(socket, asked, asio::use_awaitable);
    boost::beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(body_limit);
    parser.skip(asked.method() == http::verb::head);
    co_await http::async_read(socket, buffer, parser, asio::use_awaitable);
    co_return parser.release();
}

asio::awaitable<response> exchange(endpoint server, request asked)
{
    stream socket(co_await asio::this_coro::executor);
    co_await socket.async_connect(server, asio::use_awaitable);
    co_return co_await converse(socket, asked);
}

asio::awaitable<response> exchange_encrypted(endpoint server, request asked)
{
    asio::ssl::context trusting(asio::ssl::context::tls_client);
    asio::ssl::stream<stream> socket(co_await asio::this_coro::executor, trusting);
    co_await socket.next_layer().async_connect(server, asio::use_awaitable);
    co_await socket.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
    co_return co_await converse(socket, asked);
}

asio::awaitable<void> write_and_listen(endpoint server, std::string bytes, std::string& heard)
{
    stream socket(co_await asio::this_coro::executor);
    co_await socket.async_connect(server, asio::use_awaitable);
    boost::system::error_code ignored; // a server may close before it has read everything
    co_await asio::async_write(socket, asio::buffer(bytes),
                               asio::redirect_error(asio::use_awaitable, ignored));
    co_await asio::async_read(socket, asio::dynamic_buffer(heard),
                              asio::redirect_error(asio::use_awaitable, ignored));
}

http_answer to_answer(const response& from)
{
    http_answer result{
        .status = static_cast<int>(from.result_int()), .headers = {}, .body = from.body()};
    for (const auto& field : from)
        result.headers[lower_case(std::string(field.name_string()))] = std::string(field.value());
    return result;
}

} // namespace

std::string http_answer::header(const std::string& name) const
{
    const auto found = headers.find(lower_case(name));
    return found == headers.end() ? std::string{} : found->second;
}

http_client::http_client(std::uint16_t loopback_port, header_fields always)
    : server_(asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), loopback_port)),
      always_(std::move(always))
{
}

http_client::http_client(const asio::ip::tcp::endpoint& server, header_fields always)
    : server_(server), always_(std::move(always))
{
}

http_client::http_client(const std::filesystem::path& unix_socket, header_fields always)
    : server_(asio::local::stream_protocol::endpoint(unix_socket.string())),
      always_(std::move(always))
{
}

http_answer http_client::get(const std::string& target, const header_fields& headers) const
{
    return send("GET", target, "", headers);
}

http_answer http_client::post(const std::string& target,
                              const std::string& body,
                              const header_fields& headers) const
{
    return send("POST", target, body, headers);
}

http_answer http_client::send(const std::string& method,
                              const std::string& target,
                              const std::string& body,
                              const header_fields& headers) const
{
    request asked;
    asked.method_string(method);
    asked.target(target);
    asked.version(11);
    asked.set(http::field::host, "localhost");
    asked.set(http::field::connection, "close");
    for (const auto& [name, value] : always_)
        asked.set(name, value);
    for (const auto& [name, value] : headers)
        asked.set(name, value);
    asked.body() = body;
    if (!body.empty() || method != "GET")
        asked.prepare_payload();

    asio::io_context context(1);
    auto answered = asio::co_spawn(context,
                                   encrypted_ ? exchange_encrypted(server_, std::move(asked))
                                              : exchange(server_, std::move(asked)),
                                   asio::use_future);
    context.run_for(answer_limit);
    if (answered.wait_for(0s) != std::future_status::ready)
        throw std::runtime_error(method + " " + target + ": no answer in time");
    return to_answer(answered.get());
}

std::string http_client::raw(const std::string& bytes, std::chrono::milliseconds limit) const
{
    std::string heard;
    asio::io_context context(1);
    auto ended = asio::co_spawn(context, write_and_listen(server_, bytes, heard), asio::use_future);
    context.run_for(limit * slowdown());
    return heard;
}

http_client http_client::with(header_fields always) const
{
    auto copy = *this;
    copy.always_ = std::move(always);
    return copy;
}

http_client http_client::encrypted() const
{
    auto copy = *this;
    copy.encrypted_ = true;
    return copy;
}

} // namespace thimble::e2e
