// The datagrams of a stream as they arrive at the host.
#include "tests/virtualphone/remote/remote_desk.hpp"

#include <algorithm>

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

    std::vector<host_datagram> media_of(std::chrono::milliseconds length)
    {
        host.datagrams.clear();
        host.run_for(length);
        std::vector<host_datagram> result;
        std::ranges::copy_if(host.datagrams, std::back_inserter(result), is_media);
        return result;
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

TEST_CASE("sixty pictures a second are sent, and a report", "[remote]")
{
    streaming_desk desk;
    desk.host.run_for(200ms);
    const auto pictures = desk.device.stream.pictures;
    const auto packets = desk.media_of(1'050ms);
    CHECK(desk.device.stream.pictures - pictures > 40);
    CHECK(desk.device.stream.pictures - pictures < 75);
    CHECK(std::ranges::any_of(desk.host.datagrams, [](const host_datagram& each) {
        return each.content.at(1) == 200 && each.content.size() == 64;
    }));
    CHECK(desk.device.stream.key_pictures >= 1);
}

TEST_CASE("a receiver that asks for a key picture is not heard", "[remote]")
{
    streaming_desk desk;
    desk.device.os.lock(desk.device.clock.now()); // the loop's own key pictures rest
    desk.host.run_for(200ms);
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

TEST_CASE("a stream without reports ends where a phone heeds them", "[remote]")
{
    streaming_desk desk;
    desk.device.streaming.reports = receiver_reports::heard;
    REQUIRE(desk.display->opened());
    CHECK_FALSE(desk.ends_within(500ms));
    for (int second = 0; second < 3; ++second) {
        desk.report_as(0x0102'0304, 201, 0);
        desk.host.run_for(100ms);
    }
    CHECK(desk.device.stream.reports_received == 3);
    const auto before = desk.device.stream.key_pictures;
    desk.report_as(0xFFFF'FFFF, 206, 1); // of nobody who takes part
    desk.host.run_for(100ms);
    desk.ask_for_key();
    CHECK(desk.host.run_until([&] { return desk.device.stream.key_pictures > before; }));
}

TEST_CASE("a locked phone sends two packets a second", "[remote]")
{
    streaming_desk desk;
    desk.host.run_for(200ms);
    desk.device.os.lock(desk.device.clock.now());
    REQUIRE_FALSE(desk.device.os.awake());
    desk.host.run_for(1'100ms);
    CHECK(desk.media_of(2'050ms).empty()); // a loop has no dark pictures
    CHECK(desk.host.datagrams.size() >= 3);
    CHECK(desk.host.datagrams.size() <= 5);
    CHECK(desk.device.stream.running);
    desk.device.os.press(hardware_button::lock, milliseconds(0), desk.device.clock.now());
    CHECK(desk.media_of(500ms).size() > 15);
}

TEST_CASE("faults lose packets, change their order, and silence a stream", "[remote]")
{
    streaming_desk desk;
    const auto gaps = [&] {
        const auto packets = desk.media_of(300ms);
        REQUIRE(packets.size() > 5);
        std::vector<unsigned> steps;
        for (std::size_t at = 1; at < packets.size(); ++at)
            steps.push_back(sequence_of(packets[at]) - sequence_of(packets[at - 1]) & 0xFFFFU);
        return steps;
    };
    CHECK(std::ranges::count(gaps(), 1U) == static_cast<std::ptrdiff_t>(gaps().size()));
    desk.device.faults.set("media.loss", {.kind = fault_kind::cut, .count = 1});
    CHECK(std::ranges::count(gaps(), 2U) == 1);
    desk.device.faults.set("media.reorder", {.kind = fault_kind::delay, .count = 1});
    CHECK(std::ranges::count(gaps(), 0xFFFFU) == 1);
    desk.device.faults.set("media.silence", {.kind = fault_kind::hang});
    desk.host.run_for(100ms);
    CHECK(desk.media_of(500ms).empty());
    CHECK(desk.device.stream.running);
    desk.device.faults.set("media.end", {.kind = fault_kind::cut, .count = 1});
    CHECK(desk.ends_within(1s));
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
