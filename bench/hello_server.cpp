// The peer of the service: an HTTP server that does nothing but say hello. Prints its address and
// serves until it is ended.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <iostream>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

asio::awaitable<void> serve(tcp::socket client)
{
    client.set_option(tcp::no_delay(true));
    boost::beast::flat_buffer buffer;
    try {
        for (bool open = true; open;) {
            http::request<http::string_body> asked;
            co_await http::async_read(client, buffer, asked, asio::use_awaitable);
            http::response<http::string_body> answer(http::status::ok, asked.version());
            answer.set(http::field::content_type, "text/plain");
            answer.keep_alive(asked.keep_alive());
            answer.body() = "hello";
            answer.prepare_payload();
            co_await http::async_write(client, answer, asio::use_awaitable);
            open = asked.keep_alive();
        }
    } catch (const boost::system::system_error&) {
        co_return; // the client has gone
    }
}

asio::awaitable<void> accept(tcp::acceptor& door)
{
    for (;;) {
        auto client = co_await door.async_accept(asio::use_awaitable);
        asio::co_spawn(door.get_executor(), serve(std::move(client)), asio::detached);
    }
}

} // namespace

int main()
{
    asio::io_context context(1);
    tcp::acceptor door(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    std::cout << "http://" << door.local_endpoint()
              << std::endl; // NOLINT(performance-avoid-endl): whoever waits for it must see it
    asio::co_spawn(context, accept(door), asio::detached);
    context.run();
}
