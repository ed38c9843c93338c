// Videos over a link: in order, and dropped only up to the next key.
#include "daemon/uplink/video_outlet.hpp"
#include "http/websocket/message_pump.hpp"
#include "link/limits.hpp"
#include "tests/daemon/frames/video_fixture.hpp"
#include "tests/http/socket_pair.hpp"

#include <boost/asio/co_spawn.hpp>

#include <optional>

namespace thimble::daemon {

namespace {

namespace websocket = service::websocket;

class video_outlet_fixture : public video_fixture {
public:
    video_outlet_fixture()
        : ends(context, {"test.1", 1024}, {"test.1", link::limits::frame_bytes}),
          pictures(context.get_executor()), service(context.get_executor())
    {
        outlet.emplace(wanted, pictures.out(), 1'000'000, log,
                       link::unit_queue_limits{.units = 4, .bytes = 1000});
        outlet->set(video("one"));
        settle();
    }
    video_outlet_fixture(const video_outlet_fixture&) = delete;
    video_outlet_fixture& operator=(const video_outlet_fixture&) = delete;
    ~video_outlet_fixture()
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
            return order.push_back(0);
        REQUIRE(read->header.video);
        order.push_back(static_cast<std::uint64_t>(read->header.video->number));
        times.push_back(read->header.at);
        if (const auto unit = link::unit_of(read->header, read->picture, configuration))
            configuration = unit->configuration;
        else
            ++without_key;
    }

    service::test::socket_pair ends;
    websocket::message_pump pictures;
    websocket::message_pump service;
    std::optional<video_outlet> outlet;
    link::video_configuration_ptr configuration;
    std::vector<std::uint64_t> order; // 0: what is no unit
    std::vector<std::chrono::microseconds> times;
    int without_key = 0; // units for which none had come before
    int running = 0;
};

using numbers = std::vector<std::uint64_t>;

} // namespace

TEST_CASE_METHOD(video_outlet_fixture, "units of a video are sent in order", "[frames]")
{
    connect();
    play(); // of a stream that runs already: of no use
    for (const bool key : {true, false, false, true, false})
        play(key);
    run_until([this] { return order.size() == 5; });
    CHECK(order == numbers{2, 3, 4, 5, 6});
    CHECK(std::ranges::is_sorted(times));
    REQUIRE(configuration);
    CHECK(configuration->codec == "hvc1.1.6.L93.B0");
    CHECK(without_key == 0);
}

TEST_CASE_METHOD(video_outlet_fixture,
                 "a link that is slow loses units up to the next key, and says so",
                 "[frames]")
{
    play(true);
    for (int each = 0; each < 6; ++each)
        play(); // 4 units may wait: the fifth is too much, and the rest of no use
    pictures.out().push(screen::bytes{std::byte{1}});
    connect();
    run_until([this] { return order.size() == 2; });
    play();
    play(true);
    play();
    run_until([this] { return order.size() == 4; });
    CHECK(order == numbers{5, 0, 9, 10});
}

TEST_CASE_METHOD(video_outlet_fixture, "a key makes good what a slow link has lost", "[frames]")
{
    play(true);
    for (int each = 0; each < 6; ++each)
        play();
    play(true);
    play();
    connect();
    run_until([this] { return order.size() == 2; });
    CHECK(order == numbers{8, 9});
}

TEST_CASE_METHOD(video_outlet_fixture, "a key supersedes what waits before it", "[frames]")
{
    play(true);
    play();
    play(true);
    play();
    connect();
    run_until([this] { return order.size() == 2; });
    CHECK(order == numbers{3, 4});
}

TEST_CASE_METHOD(video_outlet_fixture, "the service is told of what the phone has lost", "[frames]")
{
    connect();
    play(true);
    phone->source.tell_of_loss();
    phone->source.tell_of_loss();
    run_until([this] { return order.size() == 2; });
    play(true);
    run_until([this] { return order.size() == 3; });
    CHECK(order == numbers{1, 3, 6});
    CHECK(without_key == 0);
}

TEST_CASE_METHOD(video_outlet_fixture,
                 "a video ends when it is told to, and with the link",
                 "[frames]")
{
    play(true);
    outlet->set({.stream_id = "one", .udid = udid, .codec = link::codec::hevc});
    settle();
    CHECK(phone->source.followers() == 0);
    outlet->set(video("two"));
    settle();
    play(true);
    outlet.reset(); // what waits is not sent
    settle();
    CHECK(phone->source.followers() == 0);
    pictures.out().push(screen::bytes{std::byte{1}});
    connect();
    run_until([this] { return order.size() == 1; });
    CHECK(order == numbers{0});
}

TEST_CASE_METHOD(video_outlet_fixture, "the service's wish for a key reaches the phone", "[frames]")
{
    play(true);
    outlet->restart("one");
    outlet->restart("unknown");
    run_until([this] { return phone->source.keys_wanted == 1; });
}

} // namespace thimble::daemon
