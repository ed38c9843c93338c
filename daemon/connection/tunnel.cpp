#include "daemon/connection/tunnel.hpp"

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

namespace thimble::daemon {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr std::size_t longest_head = 8UL * 1024; // bytes of the proxy's answer

std::unexpected<connect_failure> no_tunnel(const proxy& by, std::string_view why)
{
    return std::unexpected(
        connect_failure{.step = connect_step::proxy,
                        .message = fmt::format("The proxy {} gives no way to the service: {}.",
                                               place_of(by), why)});
}

std::string request_for(const proxy& by, const service_address& service)
{
    const auto at = service.authority();
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

std::string place_of(const proxy& what)
{
    return what.host.contains(':') ? fmt::format("[{}]:{}", what.host, what.port)
                                   : fmt::format("{}:{}", what.host, what.port);
}

asio::awaitable<std::expected<void, connect_failure>>
open_tunnel(asio::ip::tcp::socket& to, const proxy& by, const service_address& service)
{
    error_code failed;
    const auto request = request_for(by, service);
    co_await asio::async_write(to, asio::buffer(request),
                               asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed)
        co_return no_tunnel(by, failed.message());
    boost::beast::flat_buffer received(longest_head);
    http::response_parser<http::empty_body> answer;
    answer.skip(true); // after the head the tunnel begins
    co_await http::async_read_header(to, received, answer,
                                     asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed)
        co_return no_tunnel(by, "its answer is no HTTP, or is cut off");
    const auto status = answer.get().result_int();
    if (status < 200 || status > 299)
        co_return no_tunnel(by, words_for_status(status));
    if (received.size() > 0) // in TLS the client speaks first
        co_return no_tunnel(by, "it says more than an answer");
    co_return std::expected<void, connect_failure>();
}

} // namespace thimble::daemon
