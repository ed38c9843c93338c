#include "tests/service/link_peer.hpp"

#include "link/close_reason.hpp"
#include "link/version.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket.hpp>

namespace thimble::service::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

struct link_peer::implementation {
    asio::io_context context;
    websocket::stream<asio::ip::tcp::socket> wire{context};
    unsigned status = 0;
};

link_peer::link_peer(std::uint16_t port, const std::string& token)
    : self_(std::make_unique<implementation>())
{
    auto& wire = self_->wire;
    wire.next_layer().connect({asio::ip::address_v4::loopback(), port});
    wire.set_option(websocket::stream_base::decorator([token](websocket::request_type& asked) {
        asked.set(beast::http::field::authorization, "Bearer " + token);
        asked.set(beast::http::field::sec_websocket_protocol, std::string(link::subprotocol));
    }));
    websocket::response_type answer;
    boost::system::error_code refused;
    wire.handshake(answer, "localhost", std::string(link::messages_path), refused);
    self_->status = answer.result_int();
}

link_peer::~link_peer() = default;

unsigned link_peer::status() const
{
    return self_->status;
}

void link_peer::say(const link::message& what)
{
    say_text(link::encode(what).value());
}

std::optional<link::message> link_peer::hear()
{
    const auto text = hear_text();
    if (!text)
        return std::nullopt;
    const auto read = link::decode(*text);
    REQUIRE(read);
    return std::get<link::message>(read->what);
}

void link_peer::say_text(const std::string& what)
{
    self_->wire.text(true);
    self_->wire.write(asio::buffer(what));
}

std::optional<std::string> link_peer::hear_text()
{
    beast::flat_buffer buffer;
    boost::system::error_code closed;
    self_->wire.read(buffer, closed);
    if (closed)
        return std::nullopt;
    return beast::buffers_to_string(buffer.data());
}

void link_peer::close(link::close_reason why)
{
    self_->wire.close({static_cast<websocket::close_code>(link::close_code(why)), ""});
}

std::string link_peer::close_reason()
{
    while (hear())
        continue;
    const auto why = link::parse_close_code(self_->wire.reason().code);
    return why ? std::string(link::to_string(*why)) : "no reason";
}

struct frames_peer::implementation {
    asio::io_context context;
    websocket::stream<asio::ip::tcp::socket> wire{context};
};

frames_peer::frames_peer(std::uint16_t port, const std::string& token, std::int64_t epoch)
    : self_(std::make_unique<implementation>())
{
    auto& wire = self_->wire;
    wire.next_layer().connect({asio::ip::address_v4::loopback(), port});
    wire.set_option(
        websocket::stream_base::decorator([token, epoch](websocket::request_type& asked) {
            asked.set(beast::http::field::authorization, "Bearer " + token);
            asked.set(beast::http::field::sec_websocket_protocol, std::string(link::subprotocol));
            asked.set(std::string(link::epoch_header), std::to_string(epoch));
        }));
    wire.handshake("localhost", std::string(link::frames_path));
    wire.binary(true);
}

frames_peer::~frames_peer() = default;

void frames_peer::send(const link::frame_header& header, const std::string& picture)
{
    const auto bytes = link::encode(
        {.header = header, .picture = std::as_bytes(std::span(picture))}, picture.size());
    REQUIRE(bytes);
    self_->wire.write(asio::buffer(*bytes));
}

} // namespace thimble::service::test
