#include "tests/virtualphone/mux/mux_host.hpp"

#include "tests/catch2.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>

namespace thimble::virtualphone::tests {

namespace asio = boost::asio;

asio::awaitable<plist::value> mux_host::ask(plist::value request)
{
    co_await send(mux::encode(request, ++tag_));
    plist::value answer = co_await receive();
    REQUIRE(last_tag == tag_);
    co_return answer;
}

asio::awaitable<void> mux_host::send(plist::bytes raw)
{
    co_await asio::async_write(socket_, asio::buffer(raw), asio::use_awaitable);
}

asio::awaitable<plist::value> mux_host::receive()
{
    const plist::bytes raw = co_await receive_bytes(mux::header::size);
    std::array<std::uint8_t, mux::header::size> head{};
    std::ranges::copy(raw, head.begin());
    const mux::header parsed = mux::parse_header(head);
    last_tag = parsed.tag;
    const plist::bytes body = co_await receive_bytes(parsed.length - mux::header::size);
    auto message = plist::parse(body);
    REQUIRE(message);
    co_return *message;
}

asio::awaitable<plist::bytes> mux_host::receive_bytes(std::size_t size)
{
    plist::bytes content(size);
    co_await asio::async_read(socket_, asio::buffer(content), asio::use_awaitable);
    co_return content;
}

asio::awaitable<std::int64_t> mux_host::connect(std::int64_t device_id, std::uint16_t port)
{
    plist::value request = request_of("Connect");
    request["DeviceID"] = device_id;
    request["PortNumber"] = mux::port_number(port); // the same swap both ways
    const plist::value answer = co_await ask(request);
    co_return answer.at("Number").get<std::int64_t>();
}

asio::awaitable<bool> mux_host::ended()
{
    std::array<char, 4096> dropped{};
    boost::system::error_code error;
    while (!error)
        co_await socket_.async_read_some(asio::buffer(dropped),
                                         asio::redirect_error(asio::use_awaitable, error));
    co_return true;
}

plist::value request_of(std::string_view type)
{
    plist::value request = plist::value::object();
    request["MessageType"] = type;
    request["ProgName"] = "test";
    return request;
}

} // namespace thimble::virtualphone::tests
