// The MJPEG stream on its port.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/virtual_runner.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

using namespace thimble::virtualphone::tests;
using thimble::virtualphone::stream;
using thimble::virtualphone::web_driver_agent;
namespace asio = boost::asio;

namespace {

/// Reads a stream of frames as a browser would.
class stream_client {
public:
    explicit stream_client(virtual_runner& runner)
        : runner_(runner), socket_(runner.connect(web_driver_agent::picture_port))
    {
    }

    void say(std::string_view anything) { asio::write(socket_, asio::buffer(anything)); }

    /// Everything up to and with `end`.
    std::string read_until(std::string_view end)
    {
        bool done = false;
        std::size_t length = 0;
        asio::async_read_until(socket_, asio::dynamic_buffer(bytes_), std::string(end),
                               [&](boost::system::error_code error, std::size_t found) {
                                   REQUIRE_FALSE(error);
                                   length = found;
                                   done = true;
                               });
        runner_.run_until([&] { return done; });
        return take(length);
    }

    std::string read_exactly(std::size_t length)
    {
        bool done = bytes_.size() >= length;
        if (!done) {
            asio::async_read(socket_, asio::dynamic_buffer(bytes_),
                             asio::transfer_exactly(length - bytes_.size()),
                             [&](boost::system::error_code error, std::size_t) {
                                 REQUIRE_FALSE(error);
                                 done = true;
                             });
        }
        runner_.run_until([&] { return done; });
        return take(length);
    }

    /// One frame's JPEG.
    std::string read_frame()
    {
        const std::string header = read_until("\r\n\r\n");
        CHECK(header.starts_with("--BoundaryString\r\nContent-type: image/jpeg\r\n"));
        const auto length = header.find("Content-Length: ");
        REQUIRE(length != std::string::npos);
        std::string frame = read_exactly(std::stoul(header.substr(length + 16)));
        CHECK(read_exactly(4) == "\r\n\r\n");
        return frame;
    }

    stream& socket() noexcept { return socket_; }

private:
    std::string take(std::size_t length)
    {
        std::string taken = bytes_.substr(0, length);
        bytes_.erase(0, length);
        return taken;
    }

    virtual_runner& runner_;
    stream socket_;
    std::string bytes_;
};

bool is_jpeg(const std::string& bytes)
{
    return bytes.starts_with("\xFF\xD8\xFF") && bytes.ends_with("\xFF\xD9");
}

} // namespace

TEST_CASE("the stream is silent until it is spoken to, and then does not stop", "[virtualphone]")
{
    virtual_runner runner;
    stream_client client(runner);
    while (runner.context.poll_one() != 0) {
    }
    CHECK(client.socket().available() == 0);
    client.say("anything");
    const std::string header = client.read_until("\r\n\r\n");
    CHECK(header.starts_with("HTTP/1.0 200 OK\r\n"));
    CHECK(header.find("multipart/x-mixed-replace; boundary=--BoundaryString\r\n") !=
          std::string::npos);
    const std::string first = client.read_frame();
    CHECK(is_jpeg(first));
    CHECK(client.read_frame() == first); // nothing has changed, and yet there is a frame
}

TEST_CASE("a client that goes away ends its stream", "[virtualphone]")
{
    virtual_runner runner;
    {
        stream_client client(runner);
        client.say("x");
        client.read_until("\r\n\r\n");
    }
    runner.context.restart();
    runner.context.run_for(std::chrono::seconds(10)); // by itself, long before
    CHECK(runner.context.stopped());
}

TEST_CASE("a dead runner ends its streams", "[virtualphone]")
{
    virtual_runner runner;
    stream_client client(runner);
    client.say("x");
    client.read_until("\r\n\r\n");
    runner.agent.set_runner(thimble::virtualphone::runner::dead);
    runner.context.restart();
    runner.context.run_for(std::chrono::seconds(10));
    CHECK(runner.context.stopped());
}
