// A port of pictures for unit tests: sends what the test says, over real sockets.
#pragma once

#include "device/usbmux/phone_ports.hpp"
#include "screen/picture.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace thimble::tests {

/// Head of the stream of WebDriverAgent's port of pictures.
std::string stream_head();

/// A picture as it stands in the stream.
std::string stream_part(const screen::bytes& jpeg);

/// The client of the last connection counts, in whatever is asked here.
class fake_stream {
public:
    explicit fake_stream(boost::asio::io_context& context) : context_(context) {}

    /// Nothing listens on the port from now on, or something does again.
    void listen(bool listening) { listening_ = listening; }

    device::port_opener opener();
    int connections() const { return connections_; }

    /// The client's words so far.
    const std::string& heard();

    /// True if it has closed the connection.
    bool left();

    void send(std::string_view text);
    void hang_up();

private:
    using socket = boost::asio::local::stream_protocol::socket;

    boost::asio::awaitable<device::result<device::port_stream>> open();
    void listen_to_client();

    boost::asio::io_context& context_;
    std::optional<socket> client_;
    std::string heard_;
    bool left_ = false;
    int connections_ = 0;
    bool listening_ = true;
};

} // namespace thimble::tests
