#include "tests/device/wda/fake_stream.hpp"

#include "tests/catch2.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/write.hpp>

#include <array>

namespace thimble::tests {

namespace asio = boost::asio;

std::string stream_head()
{
    return "HTTP/1.0 200 OK\r\n"
           "Server: WDA MJPEG Server\r\n"
           "Connection: close\r\n"
           "Content-Type: multipart/x-mixed-replace; boundary=--BoundaryString\r\n\r\n";
}

std::string stream_part(const screen::bytes& jpeg)
{
    std::string part = "--BoundaryString\r\nContent-type: image/jpeg\r\nContent-Length: " +
                       std::to_string(jpeg.size()) + "\r\n\r\n";
    for (const auto each : jpeg)
        part.push_back(static_cast<char>(each));
    return part + "\r\n\r\n";
}

device::port_opener fake_stream::opener()
{
    return [this] { return open(); };
}

asio::awaitable<device::result<device::port_stream>> fake_stream::open()
{
    if (!listening_)
        co_return std::unexpected(device::failure{.what = device::problem::refused,
                                                  .message = "nothing listens",
                                                  .cause = "port_refused"});
    socket ours(context_);
    socket theirs(context_);
    asio::local::connect_pair(ours, theirs);
    ours.non_blocking(true);
    client_.emplace(std::move(ours));
    heard_.clear();
    left_ = false;
    ++connections_;
    co_return device::port_stream(std::move(theirs));
}

void fake_stream::listen_to_client()
{
    std::array<char, 256> chunk{};
    boost::system::error_code ec;
    while (client_ && !ec) {
        const auto size = client_->read_some(asio::buffer(chunk), ec);
        heard_.append(chunk.data(), size);
    }
    left_ = left_ || (ec && ec != asio::error::would_block);
}

const std::string& fake_stream::heard()
{
    listen_to_client();
    return heard_;
}

bool fake_stream::left()
{
    listen_to_client();
    return left_;
}

void fake_stream::send(std::string_view text)
{
    REQUIRE(client_);
    asio::write(*client_, asio::buffer(text)); // small enough for the socket's buffer
}

void fake_stream::hang_up()
{
    client_.reset();
}

} // namespace thimble::tests
