// The tunnel: connections beside each other, and what slow readers hold up.
#include "async/deadline.hpp"
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "tests/device/tunnel/open_tunnel.hpp"
#include "tests/device/tunnel/scripted_link.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <array>

namespace thimble::tests {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr std::uint16_t echo_port = tunnel_echo_port;

} // namespace

TEST_CASE("a tunnel is agreed on and carries a connection", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        CHECK(phone.asked == R"({"type":"clientHandshakeRequest","mtu":16000})");
        CHECK(open.granted().directory_port == 58'783);
        CHECK(open.granted().mtu == 16'000);
        auto stream = co_await open.connect(echo_port);
        REQUIRE(stream);
        const auto bytes = countable_bytes(100);
        REQUIRE(co_await (*stream)->write(bytes));
        CHECK(co_await read_count(**stream, 100) == bytes);
    });
}

TEST_CASE("megabytes go both ways, and no packet is longer than a phone takes", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        auto stream = co_await open.connect(echo_port);
        REQUIRE(stream);
        const auto bytes = countable_bytes(3'000'000);
        asio::co_spawn(
            co_await asio::this_coro::executor,
            [&]() -> asio::awaitable<void> { CHECK(co_await (*stream)->write(bytes)); },
            asio::detached);
        CHECK(co_await read_count(**stream, bytes.size()) == bytes);
        CHECK(phone.longest_packet <= 4096);
    });
}

TEST_CASE("many connections do not mix", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto&) -> asio::awaitable<void> {
        std::vector<std::unique_ptr<device::coredevice::byte_stream>> streams;
        for (int nth = 0; nth < 40; ++nth) {
            auto stream = co_await open.connect(echo_port);
            REQUIRE(stream);
            REQUIRE(
                co_await (*stream)->write(countable_bytes(1'000U + static_cast<unsigned>(nth))));
            streams.push_back(std::move(*stream));
        }
        for (std::size_t nth = 0; nth < streams.size(); ++nth)
            CHECK(co_await read_count(*streams[nth], 1'000 + nth) == countable_bytes(1'000 + nth));
    });
}

TEST_CASE("there are only so many connections at a time", "[tunnel]")
{
    with_tunnel({.most_connections = 2}, [](auto& open, auto&) -> asio::awaitable<void> {
        auto first = co_await open.connect(echo_port);
        auto second = co_await open.connect(echo_port);
        REQUIRE(first);
        REQUIRE(second);
        const auto third = co_await open.connect(echo_port);
        REQUIRE_FALSE(third);
        CHECK(third.error().cause == "too_many_connections");
        (*first)->close();
        (*second)->close();
        for (bool again = false; !again;) { // from when the phone has ended them as well
            again = (co_await open.connect(echo_port)).has_value();
            co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        }
    });
}

TEST_CASE("a port without a service refuses", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto&) -> asio::awaitable<void> {
        const auto stream = co_await open.connect(99);
        REQUIRE_FALSE(stream);
        CHECK(stream.error().what == device::problem::refused);
        CHECK(stream.error().cause == "connection_refused");
    });
}

TEST_CASE("the end of a stream is read after what came before", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        phone.services[8] = [](served_connection& over) {
            if (over.tcp.open() && over.count++ == 0) {
                over.tcp.write(countable_bytes(5'000));
                over.tcp.shut_writing();
            }
        };
        auto stream = co_await open.connect(8);
        REQUIRE(stream);
        CHECK(co_await read_count(**stream, 5'000) == countable_bytes(5'000));
        CHECK(co_await error_of_read(**stream) == asio::error::eof);
    });
}

TEST_CASE("who is not read by the phone cannot write without end", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        phone.services[8] = [](served_connection&) {};
        auto stream = co_await open.connect(8);
        REQUIRE(stream);
        std::size_t written = 0;
        const std::vector<std::byte> some(1U << 20U);
        for (bool goes_on = true; goes_on && written < 100U << 20U;) {
            const auto done = [&]() -> asio::awaitable<bool> {
                co_return (co_await (*stream)->write(some)).has_value();
            };
            goes_on = (co_await async::with_timeout(2s, done())).has_value();
            written += goes_on ? some.size() : 0;
        }
        CHECK(written <= 8U << 20U);                   // both buffers
        auto other = co_await open.connect(echo_port); // is not held up
        REQUIRE(other);
        REQUIRE(co_await (*other)->write(countable_bytes(10)));
        CHECK(co_await read_count(**other, 10) == countable_bytes(10));
    });
}

TEST_CASE("bytes have arrived once the phone has taken them", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto&) -> asio::awaitable<void> {
        auto stream = co_await open.connect(echo_port);
        REQUIRE(stream);
        REQUIRE(co_await (*stream)->write(countable_bytes(100)));
        co_await (*stream)->until_arrived();
        CHECK((*stream)->all_arrived());
    });
}

TEST_CASE("bytes that the phone has no room for arrive never once the stream is aborted",
          "[tunnel]")
{
    const bool closed_before = GENERATE(false, true);
    with_tunnel({}, [closed_before](auto& open, auto& phone) -> asio::awaitable<void> {
        constexpr std::size_t room = 2'000;
        phone.settings.receive_window = room;
        bool reads = false;
        std::size_t came = 0;
        phone.services[8] = [&](served_connection& over) {
            std::array<std::byte, 4 * room> to{};
            if (reads)
                came += over.tcp.read(to);
        };
        auto stream = co_await open.connect(8);
        REQUIRE(stream);
        REQUIRE(co_await (*stream)->write(countable_bytes(4 * room)));
        const auto first = co_await async::race((*stream)->until_arrived(), async::sleep_for(50ms));
        CHECK(first.index() == 1);
        CHECK_FALSE((*stream)->all_arrived());
        reads = true;
        if (closed_before)
            (*stream)->close();
        (*stream)->abort();
        while (phone.connections() > 0)
            co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        CHECK(came <= room);
    });
}

TEST_CASE("a connection that is not read holds up no other", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        std::size_t sent = 0;
        phone.services[8] = [&sent](served_connection& over) {
            sent += over.tcp.write(std::vector<std::byte>(over.tcp.writable()));
        };
        auto stream = co_await open.connect(8);
        REQUIRE(stream);
        auto other = co_await open.connect(echo_port);
        REQUIRE(other);
        for (int round = 0; round < 200; ++round) {
            REQUIRE(co_await (*other)->write(countable_bytes(10)));
            CHECK(co_await read_count(**other, 10) == countable_bytes(10));
        }
        CHECK(sent <= 6U << 20U);
        phone.services[8] = [](served_connection&) {};
    });
}

TEST_CASE("a call can be cancelled while it connects, reads or writes", "[tunnel]")
{
    with_tunnel({}, [](auto& open, auto& phone) -> asio::awaitable<void> {
        phone.services[8] = [](served_connection&) {};
        auto stream = co_await open.connect(8);
        REQUIRE(stream);
        CHECK_FALSE(co_await async::with_timeout(10ms, error_of_read(**stream)));
        phone.silent = true;
        const auto connects = [&]() -> asio::awaitable<bool> {
            co_return (co_await open.connect(echo_port)).has_value();
        };
        CHECK_FALSE(co_await async::with_timeout(10ms, connects()));
        CHECK(open.is_open());
    });
}

} // namespace thimble::tests
