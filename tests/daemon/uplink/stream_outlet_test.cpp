// Streams over a link: frames of its second connection.
#include "daemon/uplink/stream_outlet.hpp"
#include "http/websocket/message_pump.hpp"
#include "link/limits.hpp"
#include "link/picture_frame.hpp"
#include "tests/daemon/frames/streams_fixture.hpp"
#include "tests/http/socket_pair.hpp"

#include <boost/asio/co_spawn.hpp>

namespace thimble::daemon {

namespace {

using namespace std::chrono_literals;
namespace websocket = service::websocket;

class outlet_fixture : public streams_fixture {
public:
    outlet_fixture()
        : ends(context, {"test.1", 1024}, {"test.1", link::limits::frame_bytes}),
          pictures(context.get_executor()), service(context.get_executor())
    {
        outlet.emplace(wanted, pictures.out(), 1'000'000, log);
    }
    outlet_fixture(const outlet_fixture&) = delete;
    outlet_fixture& operator=(const outlet_fixture&) = delete;
    ~outlet_fixture()
    {
        outlet.reset();
        pictures.end(1001, "");
        run_until([this] { return running == 0; });
    }

    /// From now on the other end takes what is sent.
    void connect()
    {
        running = 2;
        const auto count_down = [this](const std::exception_ptr&,
                                       const websocket::message_pump::outcome&) { --running; };
        boost::asio::co_spawn(context, pictures.run(ends.client->value(), [](const auto&) {}),
                              count_down);
        boost::asio::co_spawn(
            context,
            service.run(ends.server->value(), [this](const auto& what) { hear(what.bytes); }),
            count_down);
    }

    void hear(std::string_view bytes)
    {
        const auto read = link::decode_frame(std::as_bytes(std::span(bytes)), 1'000'000);
        if (!read)
            others.emplace_back(bytes);
        else
            headers.push_back(read->header);
        order.push_back(read ? read->header.stream_id : "a result");
    }

    /// Until a picture of that grey waits to be sent.
    void push_and_wait(int shade)
    {
        const auto seen = begin(ada, "witness", 60);
        push(shade);
        run_until([&] { return !seen->empty(); });
        end(ada, "witness");
    }

    service::test::socket_pair ends;
    websocket::message_pump pictures;
    websocket::message_pump service;
    std::shared_ptr<spdlog::logger> log =
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::null_sink_mt>());
    std::optional<stream_outlet> outlet;
    std::vector<link::frame_header> headers;
    std::vector<std::string> others;
    std::vector<std::string> order;
    int running = 0;
};

} // namespace

TEST_CASE_METHOD(outlet_fixture, "a stream's pictures say which and when", "[frames]")
{
    connect();
    outlet->set(stream("one", 60));
    settle();
    push(50);
    run_until([&] { return headers.size() == 1; });
    run_for(20ms);
    push(90);
    run_until([&] { return headers.size() == 2; });
    const auto& last = headers.back();
    CHECK(last.udid == udid);
    CHECK(last.stream_id == "one");
    CHECK(last.frame_id == "2");
    CHECK(last.codec == link::codec::jpeg);
    CHECK(last.key);
    CHECK(last.size == screen::pixel_size{.width = 40, .height = 80});
    CHECK(last.at > headers.front().at);
    CHECK(last.captured_at > headers.front().captured_at);
}

TEST_CASE_METHOD(outlet_fixture,
                 "the newest picture of a stream is sent, after results",
                 "[frames]")
{
    outlet->set(stream("one", 60));
    outlet->set(stream("two", 60));
    settle();
    push_and_wait(50);
    run_for(20ms);
    push_and_wait(90);
    pictures.out().push(screen::bytes{std::byte{1}});
    connect();
    run_until([&] { return order.size() == 3; });
    run_for(20ms);
    CHECK(order == std::vector<std::string>{"a result", "one", "two"});
    CHECK(headers.front().frame_id == "2");
}

TEST_CASE_METHOD(outlet_fixture, "streams end when they are told to, and with the link", "[frames]")
{
    outlet->set(stream("one", 60));
    outlet->set(stream("two", 60));
    outlet->set({.stream_id = "one", .udid = udid});
    CHECK(wanted.count(udid) == 1);
    outlet.reset();
    CHECK(wanted.count(udid) == 0);
    settle();
    CHECK_FALSE(phone->watched);
}

} // namespace thimble::daemon
