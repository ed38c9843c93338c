// The datagrams of a stream as they arrive at the host.
#include "tests/virtualphone/remote/remote_desk.hpp"

#include <algorithm>
#include <set>

namespace thimble::virtualphone::tests {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t rtp_headers = 20;
constexpr std::uint16_t stream_port = 60'000;

bool is_media(const host_datagram& datagram)
{
    return (datagram.content.at(1) & 0x7FU) == 100;
}

unsigned sequence_of(const host_datagram& packet)
{
    return static_cast<unsigned>(packet.content.at(2) << 8U | packet.content.at(3));
}

struct streaming_desk : remote_desk {
    streaming_desk() { begin(); }

    void begin()
    {
        display = std::make_unique<service_host>(host, port_of(display_service));
        const auto answer = start_stream(*display);
        const auto* connection = xpc::member<xpc::dictionary>(answer, "connection");
        const auto* sender = xpc::member<xpc::dictionary>(*connection, "sender");
        phone_port = static_cast<std::uint16_t>(*xpc::member<std::uint64_t>(*sender, "port"));
    }

    /// Another stream, whose loop takes half a minute and has its only key picture at the
    /// beginning.
    void begin_with_one_key()
    {
        media::bytes loop =
            stream_of({video_parameters, sequence_parameters, picture_parameters, key_slice()});
        for (int picture = 0; picture < 1'800; ++picture)
            media::append(loop, stream_of({next_slice()}));
        device.loop = media::picture_loop::from(std::move(loop)).value();
        const auto before = device.stream.pictures;
        begin();
        REQUIRE(host.run_until([&] { return device.stream.pictures > before + 3; }));
    }

    std::vector<host_datagram> media_received() const
    {
        std::vector<host_datagram> result;
        std::ranges::copy_if(host.datagrams, std::back_inserter(result), is_media);
        return result;
    }

    std::vector<host_datagram> media_of(std::chrono::milliseconds length)
    {
        host.datagrams.clear();
        host.run_for(length);
        return media_received();
    }

    /// From the number of a packet to that of the next one, each that there is once, in the midst
    /// of which this fault happens once.
    std::vector<unsigned> steps_around(const char* fault)
    {
        host.datagrams.clear();
        REQUIRE(host.run_until([&] { return media_received().size() >= 3; }));
        device.faults.set(fault, {.kind = fault_kind::cut, .count = 1});
        REQUIRE(host.run_until([&] { return media_received().size() >= 20; }));
        const auto packets = media_received();
        std::set<unsigned> steps;
        for (std::size_t at = 1; at < packets.size(); ++at)
            steps.insert(sequence_of(packets[at]) - sequence_of(packets[at - 1]) & 0xFFFFU);
        return {steps.begin(), steps.end()};
    }

    bool ends_within(std::chrono::milliseconds limit)
    {
        return host.run_until([this] { return !device.stream.running; }, limit);
    }

    void report_as(std::uint32_t source, std::uint8_t type, std::uint8_t format)
    {
        media::bytes packet{static_cast<std::uint8_t>(0x80U | format), type, 0, 2};
        media::append_number(packet, source, 4);
        media::append_number(packet, 0, 4);
        host.send_datagram(stream_port, phone_port, packet);
    }

    void ask_for_key() { report_as(0x0102'0304, 206, 1); }

    std::unique_ptr<service_host> display;
    std::uint16_t phone_port = 0;
};

} // namespace

TEST_CASE("a stream begins with parameters and a key picture, and is numbered without a gap",
          "[remote]")
{
    streaming_desk desk;
    REQUIRE(desk.host.run_until([&] { return desk.host.datagrams.size() > 8; }));
    const auto& all = desk.host.datagrams;
    CHECK(all[0].from == desk.phone_port);
    CHECK(all[0].to == stream_port);
    CHECK((all[0].content.at(rtp_headers) >> 1U & 0x3FU) == 48); // parameter sets
    CHECK((all[1].content.at(rtp_headers) >> 1U & 0x3FU) == 49); // of the key picture
    CHECK((all[1].content.at(rtp_headers + 2) & 0x3FU) == 20);
    for (std::size_t at = 1; at < all.size(); ++at) {
        CHECK(all[at].content.size() <= 1'200);
        if (is_media(all[at]) && is_media(all[at - 1]))
            CHECK((sequence_of(all[at]) - sequence_of(all[at - 1]) & 0xFFFFU) == 1);
    }
}

TEST_CASE("no more than sixty pictures a second are sent, and a report", "[remote]")
{
    streaming_desk desk;
    desk.host.run_for(200ms);
    const auto pictures = desk.device.stream.pictures;
    const auto begin = std::chrono::steady_clock::now();
    REQUIRE(desk.host.run_until([&] { return desk.device.stream.pictures >= pictures + 60; }));
    CHECK(std::chrono::steady_clock::now() - begin > 700ms); // what was late is made up for
    CHECK(desk.host.run_until([&] {
        return std::ranges::any_of(desk.host.datagrams, [](const host_datagram& each) {
            return each.content.at(1) == 200 && each.content.size() == 64;
        });
    }));
}

TEST_CASE("a receiver that asks for a key picture is not heard", "[remote]")
{
    streaming_desk desk;
    desk.begin_with_one_key();
    const auto before = desk.device.stream.key_pictures;
    desk.ask_for_key();
    CHECK(desk.host.run_until([&] { return desk.device.stream.keys_asked_for == 1; }));
    desk.host.run_for(300ms);
    CHECK(desk.device.stream.key_pictures == before);
}

TEST_CASE("garbage at a stream's port does nothing", "[remote]")
{
    streaming_desk desk;
    for (const media::bytes& each :
         {media::bytes{}, media::bytes(1, 0x81), media::bytes(1'000), media::bytes(8, 0xFF)})
        desk.host.send_datagram(stream_port, desk.phone_port, each);
    CHECK(desk.pictures_come());
    CHECK(desk.device.stream.reports_received == 0);
}

TEST_CASE("where a phone heeds reports, its receiver gets a key picture for the asking", "[remote]")
{
    streaming_desk desk;
    desk.device.streaming.reports = receiver_reports::heard;
    desk.begin_with_one_key();
    const auto before = desk.device.stream.key_pictures;
    desk.report_as(0x0102'0304, 201, 0);
    desk.report_as(0xFFFF'FFFF, 206, 1); // of nobody who takes part
    CHECK(desk.host.run_until([&] { return desk.device.stream.reports_received == 2; }));
    desk.host.run_for(300ms);
    CHECK(desk.device.stream.key_pictures == before);
    desk.ask_for_key();
    CHECK(desk.host.run_until([&] { return desk.device.stream.key_pictures == before + 1; }));
}

TEST_CASE("where a phone heeds reports, a stream without them ends", "[remote]")
{
    streaming_desk desk;
    desk.device.streaming.reports = receiver_reports::heard;
    desk.report_timeout = 1;
    desk.begin();
    desk.report_as(0x0102'0304, 201, 0);
    CHECK(desk.ends_within(10s));
    CHECK(desk.events("stream").back().at("why") == "no reports");
}

TEST_CASE("a locked phone sends two packets a second", "[remote]")
{
    streaming_desk desk;
    desk.host.run_for(200ms);
    desk.device.os.lock(desk.device.clock.now());
    REQUIRE_FALSE(desk.device.os.awake());
    desk.host.run_for(1'100ms);
    desk.host.datagrams.clear();
    const auto begin = std::chrono::steady_clock::now();
    REQUIRE(desk.host.run_until([&] { return desk.host.datagrams.size() >= 4; }, 30s));
    CHECK(std::chrono::steady_clock::now() - begin > 1'400ms);
    CHECK(std::ranges::none_of(desk.host.datagrams, is_media)); // a loop has no dark pictures
    CHECK(desk.device.stream.running);
    desk.device.os.press(hardware_button::lock, milliseconds(0), desk.device.clock.now());
    CHECK(desk.pictures_come());
}

TEST_CASE("faults lose packets, change their order, and silence a stream", "[remote]")
{
    streaming_desk desk;
    CHECK(desk.steps_around("media.none") == std::vector<unsigned>{1});
    CHECK(desk.steps_around("media.loss") == std::vector<unsigned>{1, 2});
    CHECK(desk.steps_around("media.reorder") == std::vector<unsigned>{1, 2, 0xFFFF});
    desk.device.faults.set("media.silence", {.kind = fault_kind::hang});
    desk.host.run_for(100ms);
    CHECK(desk.media_of(500ms).empty());
    CHECK(desk.device.stream.running);
    desk.device.faults.set("media.end", {.kind = fault_kind::cut, .count = 1});
    CHECK(desk.ends_within(5s));
    CHECK(desk.events("stream").back().at("why") == "a fault");
}

TEST_CASE("a stream ends with its tunnel", "[remote]")
{
    {
        streaming_desk desk;
        desk.host.run_for(100ms);
    }
    SUCCEED("nothing that was serving it is left");
}

} // namespace thimble::virtualphone::tests
