// Datagrams of the phone in a tunnel.
#include "async/signal.hpp"
#include "tests/device/tunnel/open_tunnel.hpp"

#include <boost/asio/post.hpp>

namespace thimble::tests {
namespace {

namespace asio = boost::asio;

std::vector<std::byte> sized_bytes(std::size_t count)
{
    return {count, static_cast<std::byte>(count)};
}

asio::awaitable<void> let_others_run()
{
    for (int turn = 0; turn < 200; ++turn)
        co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
}

} // namespace

TEST_CASE("a port gets the phone's datagrams, beside connections", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        async::signal came(co_await asio::this_coro::executor);
        std::vector<std::vector<std::byte>> got;
        const auto port = open.open_datagrams([&](const tunnel::udp_datagram& one, auto arrived) {
            CHECK(one.source_port == 50'002);
            CHECK(arrived <= std::chrono::steady_clock::now());
            got.emplace_back(one.payload.begin(), one.payload.end());
            came.notify_all();
        });
        REQUIRE(port);
        auto stream = co_await open.connect(tunnel_echo_port);
        REQUIRE(stream);
        for (const std::size_t size : {1U, 1'200U, 15'000U})
            phone.send_datagram((*port)->number(), sized_bytes(size));
        phone.send_datagram(static_cast<std::uint16_t>((*port)->number() + 7), sized_bytes(9));
        REQUIRE(co_await (*stream)->write(sized_bytes(100)));
        CHECK(co_await read_count(**stream, 100) == sized_bytes(100));
        while (got.size() < 3)
            co_await came.wait();
        CHECK(got == std::vector{sized_bytes(1), sized_bytes(1'200), sized_bytes(15'000)});
    });
}

TEST_CASE("a port that is closed by what comes gets nothing more", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        int came = 0;
        std::unique_ptr<tunnel::datagram_port> port;
        auto opened = open.open_datagrams([&](const tunnel::udp_datagram&, auto) {
            ++came;
            port.reset();
        });
        REQUIRE(opened);
        port = std::move(*opened);
        const auto number = port->number();
        phone.send_datagram(number, sized_bytes(1));
        phone.send_datagram(number, sized_bytes(2));
        while (port)
            co_await let_others_run();
        co_await let_others_run();
        CHECK(came == 1);
    });
}

TEST_CASE("there are only so many ports, and none in a tunnel that has ended", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto&) -> asio::awaitable<void> {
        std::vector<std::unique_ptr<tunnel::datagram_port>> ports;
        auto next = open.open_datagrams({});
        for (; next; next = open.open_datagrams({}))
            ports.push_back(std::move(*next));
        CHECK(ports.size() == 64);
        CHECK(next.error().cause == "too_many_connections");
        ports.pop_back();
        CHECK(open.open_datagrams({}).has_value());
        open.close();
        const auto late = open.open_datagrams({});
        REQUIRE_FALSE(late);
        CHECK(late.error().cause == "tunnel_closed");
        co_return;
    });
}

} // namespace thimble::tests
