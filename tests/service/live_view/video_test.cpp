// GET P/stream as a WebSocket with the phone's own video.
#include "service/live_view/live_unit.hpp"
#include "tests/service/live_view/phone_with_video.hpp"
#include "tests/video/decoded_video.hpp"
#include "text/base64.hpp"

#include <memory>

namespace thimble::service::test {

using nlohmann::json;

namespace {

json told_by(websocket_client& viewer)
{
    const auto said = viewer.next();
    REQUIRE(said);
    REQUIRE_FALSE(said->binary);
    return json::parse(said->bytes);
}

std::string shown_by(websocket_client& viewer)
{
    const auto said = viewer.next();
    REQUIRE(said);
    REQUIRE(said->binary);
    return said->bytes;
}

std::uint64_t number_at(const std::string& message, std::size_t at, std::size_t length)
{
    std::uint64_t out = 0;
    for (const char each : message.substr(at, length))
        out = out * 256 + static_cast<unsigned char>(each);
    return out;
}

/// Number of a unit.
std::uint64_t numbered_by(websocket_client& viewer)
{
    return number_at(shown_by(viewer), 4, 4);
}

limits with_few_units(std::size_t units)
{
    limits out;
    out.streams.units.units = units;
    out.streams.units.bytes = 64UL * 1024 * 1024;
    out.streams.write_time = std::chrono::minutes(1); // nobody is cut off here
    out.streams.picture_bytes = 64UL * 1024 * 1024;
    out.streams.restart_interval = std::chrono::hours(1);
    return out;
}

/// As a unit, larger than what sockets hold.
link::access_unit large(link::access_unit what)
{
    constexpr std::size_t size = 32UL * 1024 * 1024;
    screen::bytes data(size + 4);
    data[0] = std::byte{2};
    what.data = std::make_shared<const screen::bytes>(std::move(data));
    return what;
}

} // namespace

TEST_CASE("a viewer of video gets pictures until a key comes", "[streams]")
{
    with_video on;
    auto viewer = on.watch_video();
    CHECK(viewer.status() == 101);
    CHECK(on.videos(1));
    CHECK(on.streams(1));
    const auto asked = on.running.seen().videos.front();
    CHECK(asked.codec == link::codec::hevc);
    CHECK(asked.udid == "udid-1");
    on.show("one");
    const auto pictures = told_by(viewer);
    CHECK(pictures.at("codec") == "jpeg");
    CHECK(pictures.at("width") == 620);
    CHECK(shown_by(viewer) == "one");
    on.play(3); // in the middle of a stream: of no use yet
    on.show("two");
    CHECK(shown_by(viewer) == "two");
    const auto key = on.unit(0);
    on.play(key);
    const auto video = told_by(viewer);
    const auto& sample = thimble::test::sample_video();
    CHECK(video == json{{"codec", "hvc1.1.6.L90.90"},
                        {"configuration", encode_base64(sample.configuration)},
                        {"coded_width", 96},
                        {"coded_height", 208},
                        {"shown_width", 96},
                        {"shown_height", 208},
                        {"turn", 0},
                        {"frame_id", video.at("frame_id")},
                        {"width", 620},
                        {"height", 1344},
                        {"scale", 3.0},
                        {"orientation", "portrait"},
                        {"captured_at", video.at("captured_at")}});
    const auto message = shown_by(viewer);
    CHECK(number_at(message, 0, 1) == 1);
    CHECK(number_at(message, 1, 1) == 1); // a key
    CHECK(number_at(message, 2, 2) == 0);
    CHECK(number_at(message, 4, 4) == key.number);
    CHECK(number_at(message, 8, 8) ==
          static_cast<std::uint64_t>(
              std::chrono::floor<std::chrono::microseconds>(key.captured_at.time_since_epoch())
                  .count()));
    const auto& data = sample.units[0].data;
    CHECK(message.substr(unit_header_bytes) ==
          std::string(reinterpret_cast<const char*>(data.data()), data.size()));
    CHECK(on.streams(0)); // pictures cost the phone something
    on.play(1);
    CHECK(number_at(shown_by(viewer), 1, 1) == 0);
}

TEST_CASE("a viewer is told of the edge that the encoder has added", "[streams]")
{
    with_video on;
    auto viewer = on.watch_video();
    CHECK(on.videos(1));
    const auto shown = [&](const link::access_unit& what) {
        on.play(what);
        const auto told = told_by(viewer);
        shown_by(viewer);
        return json{told.at("shown_width"), told.at("shown_height")};
    };
    CHECK(shown(on.unit(0)) == json{96, 208});
    on.have_panel({.width = 90, .height = 200});
    CHECK(shown(on.unit(1)) == json{90, 200});
    on.have_panel({.width = 205, .height = 95}); // it is held the other way
    CHECK(shown(on.unit(2)) == json{95, 205});
}

TEST_CASE("a client decodes what it is given", "[streams]")
{
    with_video on;
    auto viewer = on.watch_video();
    CHECK(on.videos(1));
    for (std::size_t each = 10; each < 30; ++each)
        on.play(each); // the key is at 15
    const auto configuration =
        decode_base64(told_by(viewer).at("configuration").get<std::string>());
    thimble::test::video_decoder decoder(configuration.value());
    std::size_t pictures = 0;
    for (int each = 15; each < 30; ++each) {
        const auto message = shown_by(viewer).substr(unit_header_bytes);
        for (const auto& shown : decoder.decode(std::as_bytes(std::span(message)))) {
            CHECK(shown.width == 96);
            CHECK(shown.height == 208);
            ++pictures;
        }
    }
    CHECK(pictures + decoder.finish().size() == 15);
}

TEST_CASE("a phone that encodes nothing is shown by pictures", "[streams]")
{
    with_video on;
    on.have_video(false);
    auto viewer = on.watch_video();
    CHECK(on.streams(1));
    on.show("one");
    CHECK(told_by(viewer).at("codec") == "jpeg");
    CHECK(shown_by(viewer) == "one");
    CHECK(on.running.seen().videos.empty());
    on.have_video(true); // its tunnel is there now
    CHECK(on.videos(1));
    on.play(0);
    CHECK(told_by(viewer).at("codec") == "hvc1.1.6.L90.90");
    CHECK(numbered_by(viewer) == 1);
}

TEST_CASE("viewers share one video of a phone, which ends with the last", "[streams]")
{
    with_video on;
    const auto watch = [&] {
        return std::make_unique<websocket_client>(on.running.port(), on.path("stream?codec=hevc"),
                                                  headers{{"X-API-Key", api_key}});
    };
    auto first = watch();
    CHECK(on.videos(1));
    auto second = watch();
    CHECK(on.streams(1));
    on.play(0);
    told_by(*first);
    told_by(*second);
    CHECK(shown_by(*first) == shown_by(*second));
    CHECK(on.metric("thimble_live_viewers 2"));
    CHECK(on.metric("thimble_live_streams 1"));
    first.reset();
    CHECK(on.running.logs("ended: gone, pictures=1"));
    CHECK(on.videos(1));
    second.reset();
    CHECK(on.videos(0));
}

TEST_CASE("who comes later gets pictures until the next key, for which it asks", "[streams]")
{
    with_video on;
    auto early = on.watch_video();
    CHECK(on.running.until([](const auto& seen) { return seen.restarted_videos.size() == 1; }));
    on.play(0);
    told_by(early);
    CHECK(numbered_by(early) == 1);
    auto late = on.watch_video();
    CHECK(on.streams(1));
    on.show("meanwhile");
    CHECK(told_by(late).at("codec") == "jpeg");
    CHECK(shown_by(late) == "meanwhile");
    on.play(1);
    CHECK(numbered_by(early) == 2);
    CHECK(on.running.seen().restarted_videos.size() == 1); // the stream has just begun
    on.play(15);
    CHECK(numbered_by(early) == 3);
    CHECK(told_by(late).at("codec") == "hvc1.1.6.L90.90");
    CHECK(numbered_by(late) == 3);
}

TEST_CASE("who comes later has the stream restarted after the interval", "[streams]")
{
    limits quick;
    quick.streams.restart_interval = std::chrono::milliseconds(200);
    with_video on(quick);
    auto early = on.watch_video();
    CHECK(on.running.until([](const auto& seen) { return seen.restarted_videos.size() == 1; }));
    on.play(0);
    told_by(early);
    CHECK(numbered_by(early) == 1);
    auto late = on.watch_video();
    CHECK(on.running.until([](const auto& seen) { return seen.restarted_videos.size() == 2; }));
}

TEST_CASE("a slow viewer loses units up to the next key, and nobody else does", "[streams]")
{
    with_video on(with_few_units(2));
    auto slow = on.watch_video();
    auto quick = on.watch_video();
    CHECK(on.videos(1));
    CHECK(on.metric("thimble_live_viewers 2"));
    on.play(large(on.unit(0)));
    for (auto* each : {&slow, &quick})
        CHECK(told_by(*each).at("codec") == "hvc1.1.6.L90.90");
    CHECK(numbered_by(quick) == 1);
    for (std::size_t each = 1; each < 6; ++each) {
        on.play(each);
        CHECK(numbered_by(quick) == each + 1);
    }
    CHECK(on.streams(1)); // the slow one is to be shown pictures
    on.show("meanwhile");
    CHECK(numbered_by(slow) == 1);
    CHECK(told_by(slow).at("codec") == "jpeg");
    CHECK(shown_by(slow) == "meanwhile");
    CHECK(on.running.seen().restarted_videos.size() == 1); // at the first viewer's wish
    on.play(15);
    CHECK(numbered_by(quick) == 7);
    CHECK(told_by(slow).at("codec") == "hvc1.1.6.L90.90");
    CHECK(numbered_by(slow) == 7);
    CHECK(on.streams(0));
}

TEST_CASE("a unit that is lost on the way brings pictures until the next key", "[streams]")
{
    with_video on;
    auto viewer = on.watch_video();
    CHECK(on.videos(1));
    on.play(0);
    told_by(viewer);
    CHECK(numbered_by(viewer) == 1);
    CHECK(on.streams(0));
    on.lose();
    on.play(2);
    CHECK(on.streams(1));
    on.show("one");
    CHECK(told_by(viewer).at("codec") == "jpeg");
    CHECK(shown_by(viewer) == "one");
    on.play(3);
    on.play(15);
    CHECK(told_by(viewer).contains("configuration"));
    CHECK(numbered_by(viewer) == 5);
}

TEST_CASE("a phone that comes back begins its video anew", "[streams]")
{
    with_video on;
    auto viewer = on.watch_video();
    CHECK(on.videos(1));
    on.play(0);
    told_by(viewer);
    CHECK(numbered_by(viewer) == 1);
    on.unplug();
    CHECK(on.videos(0));
    on.have_video(true);
    CHECK(on.videos(1));
    const auto& seen = on.running.seen().videos;
    CHECK(seen.front().stream_id != seen.back().stream_id);
    on.play(0); // nothing else has been shown meanwhile, so nothing has to be said anew
    CHECK(numbered_by(viewer) == 2);
}

TEST_CASE("a phone that turns is described anew between two units", "[streams]")
{
    with_video on;
    auto viewer = on.watch_video();
    CHECK(on.videos(1));
    on.play(0);
    const auto before = told_by(viewer);
    CHECK(numbered_by(viewer) == 1);
    on.turned = screen::orientation::landscape_left;
    auto turned = on.unit(1);
    turned.turn = link::upright_turn::three_quarters;
    on.play(turned);
    const auto after = told_by(viewer);
    CHECK(after.at("orientation") == "landscape_left");
    CHECK(after.at("turn") == 270);
    CHECK(after.at("frame_id") != before.at("frame_id"));
    CHECK(numbered_by(viewer) == 2);
}

TEST_CASE("video is for WebSockets, and a codec is one of two", "[streams]")
{
    with_video on;
    CHECK(on.watch("?codec=hevc").head().status == 422);
    CHECK(on.watch("?codec=h264").head().status == 422);
    auto pictures = on.watch_by_websocket("?codec=jpeg");
    CHECK(on.streams(1));
    on.show("one");
    CHECK_FALSE(told_by(pictures).contains("codec"));
}

TEST_CASE("a viewer of video ends with its key", "[streams]")
{
    with_video on;
    const other_key other(on.client);
    auto viewer = websocket_client(on.running.port(), on.path("stream?codec=hevc"),
                                   {{"X-API-Key", other.key()}});
    CHECK(on.videos(1));
    on.play(0);
    CHECK(on.client.ask("DELETE", other.path(), {{"X-API-Key", api_key}}).status == 204);
    CHECK(viewer.close_reason() == "1008 key_revoked");
    CHECK(on.videos(0));
}

} // namespace thimble::service::test
