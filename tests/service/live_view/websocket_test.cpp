// GET P/stream as a WebSocket.
#include "tests/service/live_view/watched_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

json described(websocket_client& by)
{
    const auto said = by.next();
    REQUIRE(said);
    REQUIRE_FALSE(said->binary);
    return json::parse(said->bytes);
}

std::string pictured(websocket_client& by)
{
    const auto said = by.next();
    REQUIRE(said);
    CHECK(said->binary);
    return said->bytes;
}

} // namespace

TEST_CASE("a WebSocket says how its pictures are to be read, when that changes", "[streams]")
{
    with_watched_phone on;
    auto viewer = on.watch_by_websocket("?fps=60");
    CHECK(viewer.status() == 101);
    CHECK(viewer.field("X-Phone-Id") == on.id);
    on.show("one");
    const auto upright = described(viewer);
    CHECK(upright == json{{"frame_id", upright.at("frame_id")},
                          {"width", 620},
                          {"height", 1344},
                          {"scale", 3.0},
                          {"orientation", "portrait"},
                          {"captured_at", "2026-11-21T00:00:00.042Z"}});
    CHECK(pictured(viewer) == "one");
    on.show("two");
    CHECK(pictured(viewer) == "two");
    on.show("three", screen::orientation::landscape_right);
    const auto turned = described(viewer);
    CHECK(turned.at("orientation") == "landscape_right");
    CHECK(turned.at("frame_id") != upright.at("frame_id"));
    CHECK(pictured(viewer) == "three");
}

TEST_CASE("no subprotocol is asked for, and none is chosen", "[streams]")
{
    with_watched_phone on;
    const websocket_client viewer(on.running.port(), on.path("stream"),
                                  {{"X-API-Key", api_key}, {"Sec-WebSocket-Protocol", "a, b"}});
    CHECK(viewer.status() == 101);
    CHECK(viewer.field("Sec-WebSocket-Protocol").empty());
}

TEST_CASE("what a WebSocket may not watch is refused by HTTP", "[streams]")
{
    with_watched_phone on;
    CHECK(on.watch_by_websocket("", "wrong").status() == 401);
    CHECK(on.watch_by_websocket("?fps=0").status() == 422);
    on.unplug();
    CHECK(on.watch_by_websocket().status() == 400);
    CHECK(on.running.seen().streams.empty());
}

TEST_CASE("what a viewer says is passed over, up to a limit", "[streams]")
{
    with_watched_phone on;
    auto viewer = on.watch_by_websocket();
    viewer.say("hello");
    on.show("one");
    CHECK(described(viewer).at("width") == 620);
    CHECK(pictured(viewer) == "one");
    viewer.say(std::string(5000, 'x'));
    CHECK(viewer.close_reason().starts_with("1009"));
    CHECK(on.streams(0));
}

TEST_CASE("a WebSocket that reads slowly gets the newest picture", "[streams]")
{
    limits large;
    large.streams.picture_bytes = 64UL * 1024 * 1024;
    large.streams.write_time = std::chrono::minutes(1); // nobody is cut off here
    with_watched_phone on(large);
    auto slow = on.watch_by_websocket("?fps=60");
    auto quick = on.watch("?fps=60");
    on.show(std::string(32UL * 1024 * 1024, 'x')); // more than the sockets hold
    CHECK(described(slow).at("width") == 620);
    CHECK(quick.next());
    for (const auto* each : {"two", "three", "four"}) {
        on.show(each);
        CHECK(quick.next()->body == each);
    }
    CHECK(pictured(slow).size() == 32UL * 1024 * 1024);
    CHECK(pictured(slow) == "four");
    CHECK(on.metric("thimble_live_pictures_replaced_total 2"));
}

TEST_CASE("a WebSocket that stops reading is cut off", "[streams]")
{
    limits large;
    large.streams.picture_bytes = 64UL * 1024 * 1024;
    large.streams.write_time = std::chrono::milliseconds(300);
    with_watched_phone on(large);
    auto stuck = on.watch_by_websocket();
    on.show(std::string(32UL * 1024 * 1024, 'x'));
    CHECK(on.running.logs("ended: too_slow"));
    CHECK(on.streams(0));
    CHECK(on.metric("thimble_live_viewers_dropped_total 1"));
}

} // namespace thimble::service::test
