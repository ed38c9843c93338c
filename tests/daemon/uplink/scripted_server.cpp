#include "tests/daemon/uplink/scripted_server.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>

namespace thimble::daemon::test {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using asio::use_awaitable;
using asio::ip::tcp;

namespace {

asio::awaitable<void> play(part what, tcp_socket client)
{
    try {
        co_await what(std::move(client));
    } catch (const boost::system::system_error&) { // the other end left, as tests make it do
    }
}

asio::awaitable<void> pass_on(tcp_socket& from, tcp_socket& to)
{
    std::array<char, 4096> chunk{};
    for (;;) {
        const auto count = co_await from.async_read_some(asio::buffer(chunk), use_awaitable);
        co_await asio::async_write(to, asio::buffer(chunk.data(), count), use_awaitable);
    }
}

asio::awaitable<void> shake_hands(std::shared_ptr<ssl::context> with,
                                  std::function<asio::awaitable<void>(tls_stream&)> then,
                                  tcp_socket client)
{
    tls_stream stream(std::move(client), *with);
    co_await stream.async_handshake(ssl::stream_base::server, use_awaitable);
    co_await then(stream);
}

asio::awaitable<void>
tunnel(std::uint16_t port, std::string& request, std::string answer, tcp_socket client)
{
    std::string received;
    co_await asio::async_read_until(client, asio::dynamic_buffer(received), "\r\n\r\n",
                                    use_awaitable);
    request = received;
    co_await asio::async_write(client, asio::buffer(answer), use_awaitable);
    if (!answer.starts_with("HTTP/1.1 200"))
        co_return;
    tcp_socket service(co_await asio::this_coro::executor);
    co_await service.async_connect({asio::ip::address_v4::loopback(), port}, use_awaitable);
    using asio::experimental::awaitable_operators::operator&&;
    co_await (pass_on(client, service) && pass_on(service, client));
}

asio::awaitable<void> answer_once(std::string text, tcp_socket client)
{
    std::array<char, 4096> chunk{};
    co_await client.async_read_some(asio::buffer(chunk), use_awaitable);
    co_await asio::async_write(client, asio::buffer(text), use_awaitable);
    co_await say_nothing(std::move(client));
}

} // namespace

scripted_server::scripted_server(asio::io_context& on, part plays)
    : context_(on), acceptor_(on, tcp::endpoint(asio::ip::address_v4::loopback(), 0)),
      part_(std::move(plays))
{
    asio::co_spawn(context_, serve(), asio::detached);
}

std::uint16_t scripted_server::port() const
{
    return acceptor_.local_endpoint().port();
}

asio::awaitable<void> scripted_server::serve()
{
    for (;;) {
        auto client = co_await acceptor_.async_accept(use_awaitable);
        ++connections_;
        asio::co_spawn(context_, play(part_, std::move(client)), asio::detached);
    }
}

threaded_server::threaded_server(part plays)
    : server_(context_, std::move(plays)), port_(server_.port()),
      thread_([this] { context_.run(); })
{
}

threaded_server::~threaded_server()
{
    context_.stop();
    thread_.join();
}

asio::awaitable<void> say_nothing(tcp_socket client)
{
    std::array<char, 4096> chunk{};
    for (;;)
        co_await client.async_read_some(asio::buffer(chunk), use_awaitable);
}

part saying(std::string text)
{
    return [text = std::move(text)](tcp_socket client) {
        return answer_once(text, std::move(client));
    };
}

std::shared_ptr<ssl::context> context_showing(const e2e::test_certificate& shown)
{
    auto made = std::make_shared<ssl::context>(ssl::context::tls_server);
    made->use_certificate_chain_file(shown.certificate().string());
    made->use_private_key_file(shown.key().string(), ssl::context::pem);
    return made;
}

part encrypted(const e2e::test_certificate& shown,
               std::function<asio::awaitable<void>(tls_stream&)> then)
{
    return encrypted(context_showing(shown), std::move(then));
}

part encrypted(std::shared_ptr<ssl::context> with,
               std::function<asio::awaitable<void>(tls_stream&)> then)
{
    return [with = std::move(with), then = std::move(then)](tcp_socket client) {
        return shake_hands(with, then, std::move(client));
    };
}

asio::awaitable<void> welcome(tls_stream& client)
{
    co_await asio::async_write(client, asio::buffer("welcome", 7), use_awaitable);
    std::array<char, 1> end{};
    co_await client.async_read_some(asio::buffer(end), use_awaitable);
}

part proxy_to(std::uint16_t port, std::string& request, std::string answer)
{
    return [port, &request, answer = std::move(answer)](tcp_socket client) {
        return tunnel(port, request, answer, std::move(client));
    };
}

} // namespace thimble::daemon::test
