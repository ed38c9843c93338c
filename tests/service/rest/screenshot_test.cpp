#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

struct with_picture {
    with_picture()
    {
        running.direct([](auto& desktop) {
            desktop.script = [](const link::command& what) { return picture(what, "\x89PNG 1"); };
        });
    }

    running_service running;
    std::string id = running.attach(phone("udid-1"));
    http_client client{running.port()};
};

} // namespace

TEST_CASE("a screenshot comes with what a client must know to point at it", "[service]")
{
    with_picture on;
    const auto answer = on.client.get("/v1/phones/" + on.id + "/screenshot");
    CHECK(answer.status == 200);
    CHECK(answer.body == "\x89PNG 1");
    CHECK(answer.field("content-type") == "image/png");
    CHECK(answer.field("x-phone-id") == on.id);
    CHECK(answer.field("x-frame-id").size() == 36);
    CHECK(answer.field("x-screen-width") == "620");
    CHECK(answer.field("x-screen-height") == "1344");
    CHECK(answer.field("x-screen-scale") == "3");
    CHECK(answer.field("x-screen-orientation") == "portrait");
    CHECK(answer.field("x-captured-at") == "2026-11-21T00:00:00.042Z");
    CHECK(answer.field("etag").size() == 34);
    CHECK(on.client.get("/v1/screenshot").field("x-frame-id") != answer.field("x-frame-id"));
    CHECK(on.client.get("/v1/jobs").json().at("jobs") == json::array());
}

TEST_CASE("a screenshot that the client has already is not sent again", "[service]")
{
    with_picture on;
    const auto tag = on.client.get("/v1/screenshot").field("etag");
    for (const auto& known : {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
        const auto again = on.client.get("/v1/screenshot", {{"If-None-Match", known}});
        CHECK(again.status == 304);
        CHECK(again.body.empty());
        CHECK(again.field("etag") == tag);
        CHECK(again.field("x-frame-id").size() == 36);
    }
    CHECK(on.client.get("/v1/screenshot", {{"If-None-Match", "\"other\""}}).status == 200);
}

TEST_CASE("HEAD has the length and no body", "[service]")
{
    with_picture on;
    const auto answer = on.client.ask("HEAD", "/v1/screenshot", {{"X-API-Key", api_key}});
    CHECK(answer.status == 200);
    CHECK(answer.field("content-length") == "6");
    CHECK(answer.body.empty());
    CHECK(on.client.get("/v1/phones").status == 200);
}

TEST_CASE("a screenshot is asked for as the query says", "[service]")
{
    with_picture on;
    on.client.get("/v1/screenshot");
    CHECK(on.running.seen().received.back().what == link::action(link::screenshot{}));
    on.client.get("/v1/screenshot?format=jpeg&quality=1&max_edge=64&fresh=false");
    CHECK(on.running.seen().received.back().what ==
          link::action(link::screenshot{
              .format = screen::picture_format::jpeg, .quality = 1, .max_edge = 64}));
    CHECK(on.client.get("/v1/screenshot?max_edge=2556").status == 200);
    for (const auto* wrong : {"region=",
                              "region=1,2,3",
                              "region=1,2,3,4,5",
                              "region=1,2,0,4",
                              "region=-1,0,4,4",
                              "region=a,b,c,d",
                              "region=1,2,3,4%20",
                              "region=0,0,621,10",
                              "region=0,1343,10,2",
                              "region=620,0,1,1",
                              "region=0,0,2147483647,2147483647",
                              "region=0,0,99999999999,1",
                              "format=gif",
                              "format=PNG",
                              "quality=0",
                              "quality=101",
                              "quality=1.0",
                              "max_edge=63",
                              "max_edge=2557",
                              "max_edge=999999999999",
                              "async=",
                              "fresh=perhaps"}) {
        CAPTURE(wrong);
        CHECK(on.client.get(std::string("/v1/screenshot?") + wrong).error() == "INVALID_ARGUMENT");
    }
}

TEST_CASE("a part of the screen is asked for in pixels of the screenshot", "[service]")
{
    with_picture on;
    CHECK(on.client.get("/v1/screenshot?region=600,1300,20,44&fresh=true").status == 200);
    const auto asked = on.running.seen().received.back();
    CHECK(asked.what == link::action(link::screenshot{
                            .part = screen::area{.x = 600, .y = 1300, .width = 20, .height = 44},
                            .fresh = true}));
    REQUIRE(asked.space);
    CHECK(asked.space->size == screen::pixel_size{.width = 620, .height = 1344});
}

TEST_CASE("what stands in the way comes before what the panel is too small for", "[service]")
{
    with_picture on;
    auto strange = phone("udid-2");
    strange.native_size.reset();
    strange.blockers = {
        {.code = "NOT_TRUSTED", .message = "It asks.", .remedy = "Tap Trust.", .since = {}}};
    const auto other = on.running.attach(strange);
    const auto larger = on.client.get("/v1/phones/" + other + "/screenshot?max_edge=2556");
    CHECK(larger.status == 409);
    CHECK(larger.error() == "PHONE_NOT_READY");
    auto away = phone("udid-1");
    away.attached = false;
    on.running.attach(away);
    CHECK(on.client.get("/v1/phones/" + on.id + "/screenshot?max_edge=2557").error() ==
          "PHONE_NOT_CONNECTED");
}

TEST_CASE("a capture that fails says so", "[service]")
{
    with_picture on;
    on.running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            return failure(what, "SCREENSHOT_FAILED", link::outcome::unknown);
        };
    });
    const auto answer = on.client.get("/v1/screenshot");
    CHECK(answer.status == 500);
    CHECK(answer.error() == "SCREENSHOT_FAILED");
    CHECK(answer.json().at("context") == json{{"outcome", "unknown"}});

    on.running.direct([](auto& desktop) { desktop.script = success; });
    CHECK(on.client.get("/v1/screenshot").error() == "SCREENSHOT_FAILED");
}

TEST_CASE("an async screenshot is downloaded later", "[service]")
{
    with_picture on;
    on.running.direct([](auto& desktop) { desktop.hold(); });
    const auto job = on.client.get("/v1/screenshot?async=true").json().at("job_id");
    const auto path = "/v1/jobs/" + job.get<std::string>();
    const auto early = on.client.get(path + "/download");
    CHECK(early.status == 404);
    CHECK(early.error() == "DATA_NOT_FOUND");
    on.running.direct([](auto& desktop) { desktop.release(); });

    CHECK(on.client.get("/v1/screenshot").status == 200);
    CHECK(ended_job(on.client, path).at("result") == json::object());
    const auto image = on.client.get(path + "/download");
    CHECK(image.status == 200);
    CHECK(image.body == "\x89PNG 1");
    CHECK(image.field("x-phone-id") == on.id);
    const auto again = on.client.get(path + "/download");
    CHECK(again.field("x-frame-id") == image.field("x-frame-id"));
}

} // namespace thimble::service::test
