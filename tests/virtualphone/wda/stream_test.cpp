// The MJPEG stream on its port.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"
#include "virtualphone/wda/jpeg.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <cmath>
#include <cstdlib>
#include <utility>

using namespace thimble::virtualphone::tests;
using thimble::virtualphone::stream;
using thimble::virtualphone::web_driver_agent;
namespace asio = boost::asio;
namespace wda = thimble::virtualphone::wda;

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

    void read_to_the_end()
    {
        bool ended = false;
        asio::async_read(socket_, asio::dynamic_buffer(bytes_),
                         [&](boost::system::error_code error, std::size_t) {
                             ended = error == asio::error::eof;
                         });
        runner_.run_until([&] { return ended; });
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

wda::rgb_picture decoded(const std::string& frame)
{
    return wda::decode_jpeg({frame.begin(), frame.end()}, 8);
}

/// The upright picture as the panel has it that an EXIF orientation of `tag` makes upright.
wda::rgb_picture panel_layout(wda::rgb_picture upright, char tag)
{
    constexpr char turn_left = 8;
    return wda::turned_right(tag == turn_left ? std::move(upright)
                                              : wda::turned_over(std::move(upright)));
}

/// The same picture but for what JPEG loses.
bool alike(const wda::rgb_picture& left, const wda::rgb_picture& right)
{
    if (left.width != right.width || left.bytes.size() != right.bytes.size())
        return false;
    double difference = 0;
    for (std::size_t at = 0; at < left.bytes.size(); ++at)
        difference += std::abs(left.bytes[at] - right.bytes[at]);
    return difference / static_cast<double>(left.bytes.size()) < 2;
}

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

TEST_CASE("frames are scaled to eighths of the panel", "[virtualphone]")
{
    virtual_runner runner("iPhone SE 2");
    wda_client commands(runner);
    commands.begin_session();
    commands.value(boost::beast::http::verb::post, "/appium/settings",
                   {{"settings", {{"mjpegScalingFactor", 50}}}});
    stream_client client(runner);
    client.say("x");
    client.read_until("\r\n\r\n");
    const auto picture = decoded(client.read_frame());
    CHECK(picture.width == 375);
    CHECK(picture.height == 667);
}

TEST_CASE("frames lie as the panel does, unless they are to be upright", "[virtualphone]")
{
    virtual_runner runner("iPhone SE 2");
    wda_client commands(runner);
    commands.begin_session();
    commands.value(boost::beast::http::verb::post, "/wda/apps/launch",
                   {{"bundleId", "com.thimble.sketch"}});
    const auto [orientation, tag] = GENERATE(
        table<const char*, char>({{"LANDSCAPE", 8}, {"UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT", 6}}));
    commands.value(boost::beast::http::verb::post, "/orientation", {{"orientation", orientation}});

    stream_client client(runner);
    client.say("x");
    client.read_until("\r\n\r\n");
    const std::string lying = client.read_frame();
    CHECK(lying.substr(6, 6) == std::string("Exif\0\0", 6));
    CHECK(lying[31] == tag);
    CHECK(decoded(lying).width == 750);

    commands.value(boost::beast::http::verb::post, "/appium/settings",
                   {{"settings", {{"mjpegFixOrientation", true}}}});
    std::string upright = client.read_frame();
    for (int late = 0; upright == lying && late < 50; ++late) // some were on their way already
        upright = client.read_frame();
    CHECK(decoded(upright).width == 1334);
    CHECK(alike(panel_layout(decoded(upright), tag), decoded(lying)));
}

TEST_CASE("the stream has faults of its own", "[virtualphone]")
{
    virtual_runner runner;
    const auto set = [&](thimble::virtualphone::fault_kind kind) {
        runner.device.faults.set("mjpeg", {kind, 1, thimble::virtualphone::milliseconds(1)});
    };
    stream_client client(runner);
    set(thimble::virtualphone::fault_kind::corrupt);
    client.say("x");
    client.read_until("\r\n\r\n");
    CHECK_FALSE(is_jpeg(client.read_frame()));
    CHECK(is_jpeg(client.read_frame()));
    set(thimble::virtualphone::fault_kind::cut);
    client.read_to_the_end();
}
