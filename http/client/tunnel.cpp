#include "http/client/tunnel.hpp"

#include "async/aborted.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::service::http {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr std::size_t longest_tunnel_answer = 8UL * 1024; // bytes of the proxy's answer

std::string tunnel_request(const proxy& by, const server_address& server)
{
    const auto at = server.authority();
    auto text = fmt::format("CONNECT {} HTTP/1.1\r\nHost: {}\r\n", at, at);
    if (!by.authorization.empty())
        text += fmt::format("Proxy-Authorization: {}\r\n", by.authorization);
    return text + "\r\n";
}

std::string words_for_status(unsigned status)
{
    if (status == 407)
        return "it wants a user name and a password, or others than in its address";
    return fmt::format("it answers {}", status);
}

} // namespace

asio::awaitable<std::expected<void, std::string>>
open_tunnel(asio::ip::tcp::socket& to, const proxy& by, const server_address& server)
{
    error_code failed;
    const auto request = tunnel_request(by, server);
    co_await asio::async_write(to, asio::buffer(request),
                               asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed)
        co_return std::unexpected<std::string>(failed.message());
    boost::beast::flat_buffer received(longest_tunnel_answer);
    beast_http::response_parser<beast_http::empty_body> answer;
    answer.skip(true); // after the head the tunnel begins
    co_await beast_http::async_read_header(to, received, answer,
                                           asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed)
        co_return std::unexpected<std::string>("its answer is no HTTP, or is cut off");
    const auto status = answer.get().result_int();
    if (status < 200 || status > 299)
        co_return std::unexpected<std::string>(words_for_status(status));
    if (received.size() > 0) // in TLS the client speaks first
        co_return std::unexpected<std::string>("it says more than an answer");
    co_return std::expected<void, std::string>();
}

} // namespace thimble::service::http
