#include "tests/e2e/video_viewer.hpp"

#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

namespace thimble::e2e {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

struct video_viewer::implementation {
    asio::io_context context{1};
    websocket::stream<asio::ip::tcp::socket> wire{context};
    std::chrono::milliseconds timeout{};
};

video_viewer::video_viewer(std::uint16_t port,
                           const std::string& key,
                           const std::string& target,
                           std::chrono::milliseconds timeout)
    : self_(std::make_unique<implementation>())
{
    self_->timeout = timeout * slowdown();
    auto& wire = self_->wire;
    wire.next_layer().connect({asio::ip::address_v4::loopback(), port});
    wire.read_message_max(0); // as large as it comes
    wire.set_option(websocket::stream_base::decorator(
        [key](websocket::request_type& asked) { asked.set("X-API-Key", key); }));
    wire.handshake("127.0.0.1", target);
}

video_viewer::~video_viewer() = default;

std::optional<video_viewer::message> video_viewer::next()
{
    beast::flat_buffer buffer;
    std::optional<boost::system::error_code> how;
    self_->wire.async_read(
        buffer, [&how](const boost::system::error_code& ended, std::size_t) { how = ended; });
    self_->context.restart();
    self_->context.run_for(self_->timeout);
    if (!how) {
        self_->wire.next_layer().close();
        self_->context.run(); // until the read has ended
    }
    if (*how)
        return std::nullopt;
    return message{.binary = self_->wire.got_binary(),
                   .bytes = beast::buffers_to_string(buffer.data())};
}

} // namespace thimble::e2e
