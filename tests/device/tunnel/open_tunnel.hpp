// A tunnel over a pair of sockets, with a phone's end in the same process.
#pragma once

#include "device/tunnel/phone_tunnel.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/device/tunnel/tunnel_phone.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>

namespace thimble::tests {

/// Sends back what comes.
inline constexpr std::uint16_t tunnel_echo_port = 7;

struct tunnel_ends {
    explicit tunnel_ends(boost::asio::io_context& context)
    {
        boost::asio::local::stream_protocol::socket ours(context);
        boost::asio::local::stream_protocol::socket phones(context);
        boost::asio::local::connect_pair(ours, phones);
        host = std::make_unique<
            device::coredevice::socket_stream<boost::asio::local::stream_protocol::socket>>(
            std::move(ours));
        phone = std::make_shared<tunnel_phone>(
            context.get_executor(),
            std::make_unique<
                device::coredevice::socket_stream<boost::asio::local::stream_protocol::socket>>(
                std::move(phones)));
        phone->services[tunnel_echo_port] = echo;
    }
    ~tunnel_ends() { phone->hang_up(); }

    std::unique_ptr<device::coredevice::byte_stream> host;
    std::shared_ptr<tunnel_phone> phone;
};

/// Runs `body(tunnel, phone)` over an open tunnel.
template <class Body>
void with_tunnel(const tunnel::tunnel_settings& settings, Body body)
{
    boost::asio::io_context context(1);
    tunnel_ends ends(context);
    ends.phone->start();
    const auto whole = [&]() -> boost::asio::awaitable<bool> {
        auto opened = co_await tunnel::phone_tunnel::open(std::move(ends.host), settings);
        REQUIRE(opened);
        co_await body(**opened, *ends.phone);
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

inline boost::asio::awaitable<std::vector<std::byte>>
read_count(device::coredevice::byte_stream& from, std::size_t count)
{
    std::vector<std::byte> result(count);
    for (std::size_t at = 0; at < count;) {
        const auto read = co_await from.read_some(std::span(result).subspan(at));
        REQUIRE(read);
        at += *read;
    }
    co_return result;
}

inline boost::asio::awaitable<boost::system::error_code>
error_of_read(device::coredevice::byte_stream& from)
{
    std::vector<std::byte> some(1'000);
    while (true) {
        const auto read = co_await from.read_some(some);
        if (!read)
            co_return read.error();
    }
}

} // namespace thimble::tests
