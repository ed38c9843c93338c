// The least that a client can do: with a thousand of them its work is time that the server lacks.
#include "tests/e2e/keep_alive_client.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <utility>

namespace thimble::e2e {

namespace asio = boost::asio;
namespace http = boost::beast::http;

std::string wire_request(const std::string& method,
                         const std::string& target,
                         const std::string& api_key,
                         const std::string& body)
{
    std::string out = method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n";
    if (!api_key.empty())
        out += "X-API-Key: " + api_key + "\r\n";
    if (!body.empty())
        out += "Content-Type: application/json\r\n";
    return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

asio::awaitable<void> keep_alive_client::connect(std::uint16_t loopback_port)
{
    const asio::ip::tcp::endpoint server(asio::ip::address_v4::loopback(), loopback_port);
    co_await socket_.async_connect(server, asio::use_awaitable);
    socket_.set_option(asio::ip::tcp::no_delay(true));
}

asio::awaitable<keep_alive_client::answer> keep_alive_client::exchange(std::string request)
{
    co_await asio::async_write(socket_, asio::buffer(request), asio::use_awaitable);
    http::response<http::string_body> heard;
    co_await http::async_read(socket_, buffer_, heard, asio::use_awaitable);
    co_return answer{.status = heard.result_int(), .body = std::move(heard.body())};
}

} // namespace thimble::e2e
