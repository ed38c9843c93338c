// A stream of what the phone shows: encoded by the program x265, put together again from its
// packets, and decoded by a program of somebody else where there is one.
#include "tests/virtualphone/remote/remote_desk.hpp"
#include "virtualphone/media/encoder_process.hpp"
#include "virtualphone/media/planes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace thimble::virtualphone::tests {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t packet_headers = 20;
constexpr std::size_t coded_width = 1088;
constexpr std::size_t coded_height = 2368;
constexpr std::uint32_t timestamps_a_second = 24'000; // of the stream's clock
constexpr std::size_t frame_size = coded_width * coded_height * 3 / 2;

/// A phone that encodes what it shows. It stands still until somebody touches it.
struct true_desk : remote_desk {
    true_desk() : display(host, port_of(display_service))
    {
        device.loop = nullptr;
        device.streaming.touch_gate = touch_gate::open;
        device.streaming.stillness = 1h; // however long the encoder takes
        device.os.launch(sketch, device.clock.now());
        start_stream(display);
    }

    bool picture_comes(std::uint64_t count)
    {
        return host.run_until([&] { return device.stream.pictures >= count; }, 20s);
    }

    void draw()
    {
        for (const auto phase : {touch_phase::down, touch_phase::up})
            device.os.touch(0, phase, {.x = device.os.width_pt() / 2, .y = 200},
                            device.clock.now());
    }

    service_host display;
};

/// The byte stream that the packets of a stream were made of.
class byte_stream {
public:
    void take(media::byte_view packet)
    {
        const auto payload = packet.subspan(packet_headers);
        const unsigned type = payload[0] >> 1U & 0x3FU;
        if (type == 48)
            return take_shared(payload.subspan(2));
        if (type == 49)
            return take_fragment(payload);
        begin_unit(payload);
    }

    const media::bytes& content() const noexcept { return content_; }

private:
    void begin_unit(media::byte_view unit)
    {
        media::append(content_, media::bytes{0, 0, 0, 1});
        media::append(content_, unit);
    }

    void take_shared(media::byte_view rest)
    {
        while (rest.size() > 2) {
            const std::size_t size = media::big_endian(rest, 0, 2);
            begin_unit(rest.subspan(2, size));
            rest = rest.subspan(2 + size);
        }
    }

    void take_fragment(media::byte_view payload)
    {
        const unsigned fragment = payload[2];
        if ((fragment & 0x80U) != 0) // the first one
            begin_unit(media::bytes{
                static_cast<std::uint8_t>((payload[0] & 0x81U) | (fragment & 0x3FU) << 1U),
                payload[1]});
        media::append(content_, payload.subspan(3));
    }

    media::bytes content_;
};

media::bytes stream_of_datagrams(const std::vector<host_datagram>& datagrams)
{
    byte_stream result;
    for (const host_datagram& each : datagrams)
        if ((each.content.at(1) & 0x7FU) == 100)
            result.take(each.content);
    return result.content();
}

/// Times of the pictures, each named once, by the clock of their stream.
std::vector<std::uint32_t> times_of_pictures(const std::vector<host_datagram>& datagrams)
{
    std::vector<std::uint32_t> result;
    for (const host_datagram& each : datagrams) {
        if ((each.content.at(1) & 0x7FU) != 100)
            continue;
        const auto at = static_cast<std::uint32_t>(media::big_endian(each.content, 4, 4));
        if (result.empty() || result.back() != at)
            result.push_back(at);
    }
    return result;
}

bool has_program(const char* name)
{
    return std::system((std::string("command -v ") + name + " > /dev/null 2>&1").c_str()) == 0;
}

/// Reads the stream in %s and writes planes of 4:2:0 there; empty: this machine has no decoder.
std::string decoder_command(const std::string& from, const std::string& to)
{
    if (has_program("ffmpeg"))
        return "ffmpeg -loglevel error -f hevc -i " + from +
               " -fps_mode passthrough -f rawvideo -pix_fmt yuv420p " + to;
    if (has_program("libde265-dec265"))
        return "libde265-dec265 -q -o " + to + " " + from + " > /dev/null 2>&1";
    return {};
}

/// All frames, one after the other. Nothing: this machine has no decoder.
std::optional<media::bytes> decoded(const media::bytes& stream)
{
    const auto path =
        (std::filesystem::temp_directory_path() / ("truth-test-" + std::to_string(::getpid())))
            .string();
    const std::string command = decoder_command(path + ".hevc", path + ".yuv");
    if (command.empty())
        return std::nullopt;
    std::ofstream(path + ".hevc", std::ios::binary)
        .write(reinterpret_cast<const char*>(stream.data()), // NOLINT: streams want chars
               static_cast<std::streamsize>(stream.size()));
    CHECK(std::system(command.c_str()) == 0);
    std::ifstream in(path + ".yuv", std::ios::binary);
    media::bytes result{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::filesystem::remove(path + ".hevc");
    std::filesystem::remove(path + ".yuv");
    return result;
}

bool encodes()
{
    const std::string missing = media::missing_for_encoder();
    if (!missing.empty())
        WARN("skipped: " << missing);
    return missing.empty();
}

/// Of pixels in the middle of the panel, on average.
double difference(media::byte_view seen, media::byte_view wanted)
{
    double sum = 0;
    for (std::size_t at = 0; at < coded_width * coded_height; ++at)
        sum += std::abs(static_cast<int>(seen[at]) - static_cast<int>(wanted[at]));
    return sum / (coded_width * coded_height);
}

} // namespace

TEST_CASE("what a phone shows is decoded from its packets", "[remote]")
{
    if (!encodes())
        return;
    true_desk desk;
    REQUIRE(desk.picture_comes(1));
    for (std::uint64_t picture = 2; picture < 8; ++picture) {
        desk.draw();
        REQUIRE(desk.picture_comes(picture));
    }
    desk.host.run_for(1s); // what is left
    CHECK(desk.device.stream.key_pictures == 1);
    const auto frames = decoded(stream_of_datagrams(desk.host.datagrams));
    if (!frames) {
        WARN("not decoded: this machine has neither ffmpeg nor libde265-dec265");
        return;
    }
    CHECK(frames->size() == desk.device.stream.pictures * frame_size);
    REQUIRE(frames->size() >= frame_size);
    const media::bytes wanted = media::frame_of(desk.device.os.frame_pixels(), turned::portrait,
                                                {coded_width, coded_height});
    constexpr std::size_t line = 6; // "FRAME\n"
    CHECK(difference(media::byte_view(*frames).last(frame_size),
                     media::byte_view(wanted).subspan(line)) < 4);
}

TEST_CASE("a picture that stands still ends its stream", "[remote]")
{
    if (!encodes())
        return;
    true_desk desk;
    REQUIRE(desk.picture_comes(1));
    desk.host.run_for(700ms);
    desk.device.streaming.stillness = 2s;
    CHECK(desk.host.run_until([&] { return !desk.device.stream.running; }, 30s));
    CHECK(desk.device.stream.pictures < 5);
    CHECK(desk.events("stream").back().at("why") == "the picture stands still");
}

TEST_CASE("where a phone heeds reports, asking brings a key picture at once", "[remote]")
{
    if (!encodes())
        return;
    true_desk desk;
    desk.device.streaming.reports = receiver_reports::heard;
    REQUIRE(desk.picture_comes(1));
    REQUIRE(desk.host.run_until([&] { return !desk.host.datagrams.empty(); }, 20s));
    const std::uint16_t port = desk.host.datagrams.front().from;
    media::bytes lost{0x81, 206, 0, 2, 0x01, 0x02, 0x03, 0x04, 0, 0, 0, 0};
    desk.host.send_datagram(60'000, port, lost);
    CHECK(desk.host.run_until([&] { return desk.device.stream.key_pictures == 2; }, 20s));
}

TEST_CASE("a dark panel has a picture a second", "[remote]")
{
    if (!encodes())
        return;
    true_desk desk;
    REQUIRE(desk.picture_comes(1));
    desk.device.streaming.stillness = 1s;
    desk.device.os.lock(desk.device.clock.now());
    desk.host.run_for(2s);
    desk.host.datagrams.clear();
    const auto before = desk.device.stream.pictures;
    REQUIRE(desk.picture_comes(before + 4));
    // The first of them may have been taken in the light. A slow encoder hands several out at once.
    const auto taken = times_of_pictures(desk.host.datagrams);
    REQUIRE(taken.size() >= 3);
    for (std::size_t at = 2; at < taken.size(); ++at)
        CHECK(taken[at] - taken[at - 1] + 1 >= timestamps_a_second); // of whole ticks
    CHECK(desk.device.stream.running);
}

} // namespace thimble::virtualphone::tests
