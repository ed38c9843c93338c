#include "tests/service/live_view/websocket_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

namespace thimble::service::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

struct websocket_client::implementation {
    asio::io_context context;
    websocket::stream<asio::ip::tcp::socket> wire{context};
    websocket::response_type answer;
};

websocket_client::websocket_client(std::uint16_t port,
                                   const std::string& target,
                                   const headers& fields)
    : self_(std::make_unique<implementation>())
{
    auto& wire = self_->wire;
    wire.next_layer().connect({asio::ip::address_v4::loopback(), port});
    wire.read_message_max(0); // as large as it comes
    wire.set_option(websocket::stream_base::decorator([fields](websocket::request_type& asked) {
        for (const auto& [name, value] : fields)
            asked.set(name, value);
    }));
    boost::system::error_code refused;
    wire.handshake(self_->answer, "localhost", target, refused);
}

websocket_client::~websocket_client() = default;

unsigned websocket_client::status() const
{
    return self_->answer.result_int();
}

std::string websocket_client::field(const std::string& name) const
{
    return std::string(self_->answer[name]);
}

std::optional<websocket_client::message> websocket_client::next()
{
    beast::flat_buffer buffer;
    boost::system::error_code closed;
    self_->wire.read(buffer, closed);
    if (closed)
        return std::nullopt;
    return message{.binary = self_->wire.got_binary(),
                   .bytes = beast::buffers_to_string(buffer.data())};
}

void websocket_client::say(const std::string& text)
{
    self_->wire.text(true);
    self_->wire.write(asio::buffer(text));
}

void websocket_client::close()
{
    self_->wire.next_layer().close();
}

std::string websocket_client::close_reason()
{
    while (next())
        continue;
    const auto& why = self_->wire.reason();
    return std::to_string(why.code) + " " + std::string(why.reason.data(), why.reason.size());
}

} // namespace thimble::service::test
