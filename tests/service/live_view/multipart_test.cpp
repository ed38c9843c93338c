// GET P/stream as an answer that has no end.
#include "tests/service/live_view/watched_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("pictures come one after the other, each as a screenshot would", "[streams]")
{
    with_watched_phone on;
    auto viewer = on.watch();
    CHECK(viewer.head().status == 200);
    CHECK(viewer.head().field("content-type") ==
          "multipart/x-mixed-replace; boundary=thimble-picture");
    CHECK(viewer.head().field("x-phone-id") == on.id);
    CHECK(viewer.head().field("cache-control") == "no-store");
    CHECK(viewer.head().field("x-accel-buffering") == "no");
    CHECK(viewer.head().field("connection") == "close");
    CHECK_FALSE(viewer.head().fields.contains("content-length"));
    on.show("\xff\xd8 1");
    const auto first = viewer.next().value();
    CHECK(first.body == "\xff\xd8 1");
    CHECK(first.fields == headers{{"content-type", "image/jpeg"},
                                  {"content-length", "4"},
                                  {"x-frame-id", first.fields.at("x-frame-id")},
                                  {"x-screen-width", "620"},
                                  {"x-screen-height", "1344"},
                                  {"x-screen-scale", "3"},
                                  {"x-screen-orientation", "portrait"},
                                  {"x-captured-at", "2026-11-21T00:00:00.042Z"}});
    on.show("\xff\xd8 two");
    const auto second = viewer.next().value();
    CHECK(second.body == "\xff\xd8 two");
    CHECK(second.fields.at("x-frame-id") == first.fields.at("x-frame-id"));
}

TEST_CASE("a stream is asked for as the query says", "[streams]")
{
    with_watched_phone on;
    const auto usual = on.watch();
    const auto told = on.running.seen().streams.back();
    CHECK(told.on);
    CHECK(told.udid == "udid-1");
    CHECK(told.codec == link::codec::jpeg);
    CHECK(told.frames_per_second == 10);
    CHECK(told.quality == 80);
    CHECK(told.max_edge == 1344);
    const multipart_client without_id(on.running.port(), "/v1/stream?fps=60&quality=100",
                                      {{"X-API-Key", api_key}});
    CHECK(on.running.seen().streams.back().frames_per_second == 60);
    CHECK(on.running.seen().streams.back().quality == 100);
    for (const auto* wrong : {"fps=0", "fps=61", "fps=1.0", "fps=", "fps=1&fps=2", "quality=0",
                              "quality=101", "quality=best"}) {
        CAPTURE(wrong);
        const auto refused = on.client.get("/v1/stream?" + std::string(wrong));
        CHECK(refused.status == 422);
        CHECK(refused.error() == "INVALID_ARGUMENT");
    }
}

TEST_CASE("HEAD has the headers, and nobody begins to watch", "[streams]")
{
    with_watched_phone on;
    const auto answer = on.client.ask("HEAD", on.path("stream"), {{"X-API-Key", api_key}});
    CHECK(answer.status == 200);
    CHECK(answer.field("content-type") == "multipart/x-mixed-replace; boundary=thimble-picture");
    CHECK_FALSE(answer.fields.contains("content-length"));
    CHECK(on.running.seen().streams.empty());
}

TEST_CASE("what cannot be watched says why, as a screenshot does", "[streams]")
{
    with_watched_phone on;
    CHECK(on.client.ask("GET", "/v1/stream", {}).error() == "AUTH_REQUIRED");
    CHECK(on.client.post("/v1/stream").error() == "METHOD_NOT_ALLOWED");
    CHECK(on.client.get("/v1/phones/none/stream").error() == "PHONE_NOT_FOUND");
    on.change([](auto& state) { state.capabilities = {"tap"}; });
    CHECK(on.client.get("/v1/stream").error() == "UNSUPPORTED_ACTION");
    on.change([](auto& state) {
        state.capabilities = {};
        state.blockers = {{.code = "TRUST_PENDING", .message = "m", .remedy = "r", .since = {}}};
    });
    CHECK(on.client.get("/v1/stream").error() == "PHONE_NOT_READY");
    on.unplug();
    CHECK(on.client.get(on.path("stream")).error() == "PHONE_NOT_CONNECTED");
    CHECK(on.client.get("/v1/stream").error() == "NO_PHONES_CONNECTED");
    on.running.at_home([&] { on.running.service().desktop_gone(desktop_id); });
    CHECK(on.client.get(on.path("stream")).error() == "MAC_APP_NOT_RUNNING");
    CHECK(on.running.seen().streams.empty());
}

TEST_CASE("an action can be made for a picture that was watched", "[streams]")
{
    with_watched_phone on;
    auto viewer = on.watch();
    on.show("upright");
    const auto frame = viewer.next()->fields.at("x-frame-id");
    const auto tap = json{{"x", 1}, {"y", 2}, {"frame_id", frame}}.dump();
    CHECK(on.client.post("/v1/tap", tap).status == 200);
    on.change([](auto& state) {
        state.turned = screen::orientation::landscape_left;
        state.screenshot_size = {{.width = 1344, .height = 620}};
    });
    CHECK(on.client.post("/v1/tap", tap).error() == "STALE_FRAME");
    on.show("turned", screen::orientation::landscape_left);
    const auto turned = viewer.next().value();
    CHECK(turned.fields.at("x-screen-orientation") == "landscape_left");
    CHECK(turned.fields.at("x-screen-width") == "1344");
    const auto other = turned.fields.at("x-frame-id");
    CHECK(other != frame);
    CHECK(on.client.post("/v1/tap", json{{"x", 1}, {"y", 2}, {"frame_id", other}}.dump()).status ==
          200);
}

TEST_CASE("a picture that is being watched is not forgotten for many screenshots", "[streams]")
{
    with_watched_phone on;
    on.running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            return std::holds_alternative<link::screenshot>(what.what) ? picture(what, "png")
                                                                       : success(what);
        };
    });
    const auto taken = on.client.get("/v1/screenshot").field("x-frame-id");
    auto viewer = on.watch("?fps=60");
    on.show("before");
    const auto frame = viewer.next()->fields.at("x-frame-id");
    for (int each = 0; each < 300; ++each)
        CHECK(on.client.get("/v1/screenshot").status == 200);
    on.show("after");
    CHECK(viewer.next()->fields.at("x-frame-id") == frame);
    const auto tap = [&](const std::string& id) {
        return on.client.post("/v1/tap", json{{"x", 1}, {"y", 2}, {"frame_id", id}}.dump()).status;
    };
    CHECK(tap(frame) == 200);
    CHECK(tap(taken) == 409);
}

} // namespace thimble::service::test
