#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

#include <stdexcept>

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("a tap is sent once and answered with its job", "[service]")
{
    with_phone on;
    on.running.direct([&](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = success(what);
            out.timings = {.queued_ms = 0, .device_ms = 0.25};
            out.receipt = link::receipt{
                .seen = link::effect::changed, .verified = true, .driver = "coredevice"};
            return out;
        };
    });
    const auto answer = on.client.post(on.path("tap"), R"({"x":100,"y":200})");
    CHECK(answer.status == 200);
    CHECK(answer.field("x-phone-id") == on.id);
    auto record = answer.json();
    CHECK(record.at("status") == "completed");
    CHECK(record.at("result") == json::object());
    CHECK(record.at("phone_id") == on.id);
    CHECK(record.at("action") == "tap");
    CHECK(record.at("timing").at("device_ms") == 0.25);
    CHECK(record.at("timing").size() == 4);
    CHECK(record.at("receipt") == json{{"effect", "changed"},
                                       {"verified", true},
                                       {"shaped", false},
                                       {"frame", nullptr},
                                       {"driver", "coredevice"}});
    for (const auto* time : {"created_at", "started_at", "completed_at"})
        CHECK(record.at(time).get<std::string>().size() == 24);
    CHECK(on.client.get("/v1/jobs/" + record.at("id").get<std::string>()).json() == record);

    const auto sent = on.last_command();
    CHECK(on.running.seen().received.size() == 1);
    CHECK(sent.udid == "udid-1");
    CHECK(record.at("id") == sent.job_id);
    CHECK(sent.what == link::action(link::tap{.x = 100, .y = 200}));
    CHECK(sent.space == link::coordinate_space{.size = {.width = 620, .height = 1344}});
}

TEST_CASE("the members of a job stand in the order of the contract", "[service]")
{
    with_phone on;
    const auto body = on.client.post("/v1/home").body;
    std::size_t last = 0;
    for (const auto* name :
         {"\"id\":", "\"status\":", "\"result\":", "\"created_at\":", "\"completed_at\":",
          "\"phone_id\":", "\"action\":", "\"started_at\":", "\"timing\":", "\"receipt\":"}) {
        const auto at = body.find(name);
        REQUIRE(at != std::string::npos);
        CHECK(at > last);
        last = at;
    }
}

TEST_CASE("flick and home are sent as they were asked for", "[service]")
{
    with_phone on;
    CHECK(on.client.post("/v1/flick", R"({"x":0,"y":1343,"direction":"left"})").status == 200);
    CHECK(on.last_command().what ==
          link::action(link::flick{.x = 0, .y = 1343, .towards = link::direction::left}));
    for (const auto* body : {"", "{}", " ", "{\"x\":1}"})
        CHECK(on.client.post("/v1/home", body).status == 200);
    CHECK(on.last_command().what == link::action(link::home{}));
    CHECK_FALSE(on.last_command().space);
}

TEST_CASE("a coordinate is a pixel of the screenshot", "[service]")
{
    with_phone on;
    const auto tap = [&](const std::string& x, const std::string& y) {
        return on.client.post("/v1/tap", "{\"x\":" + x + ",\"y\":" + y + "}");
    };
    CHECK(tap("0", "0").status == 200);
    CHECK(tap("619", "1343").status == 200);
    CHECK(tap("620", "0").json().at("context") == json{{"field", "x"},
                                                       {"reason", "out_of_range"},
                                                       {"value", 620},
                                                       {"minimum", 0},
                                                       {"maximum", 619}});
    CHECK(tap("0", "1344").json().at("context").at("field") == "y");
    CHECK(tap("-1", "0").json().at("context").at("value") == -1);
    CHECK(tap("9999999999999999999999", "0").status == 422);
    CHECK(tap("1.0", "0").json().at("context").at("reason") == "not_an_integer");
    CHECK(tap("\"1\"", "0").status == 422);
    CHECK(tap("null", "0").status == 422);
    CHECK(on.running.seen().received.size() == 2);
}

TEST_CASE("the bounds follow the phone as it turns", "[service]")
{
    with_phone on;
    auto turned = phone("udid-1");
    turned.turned = screen::orientation::landscape_left;
    turned.screenshot_size = {{.width = 1344, .height = 620}};
    on.running.attach(turned);
    CHECK(on.client.post("/v1/tap", R"({"x":1343,"y":619})").status == 200);
    CHECK(on.last_command().space->turned == screen::orientation::landscape_left);
    CHECK(on.client.post("/v1/tap", R"({"x":619,"y":1343})").status == 422);
}

TEST_CASE("the first missing field is named", "[service]")
{
    with_phone on;
    CHECK(on.client.post("/v1/tap").error() == "EMPTY_BODY");
    CHECK(on.client.post("/v1/tap", "{}").json().at("context").at("field") == "x");
    CHECK(on.client.post("/v1/tap", "{\"x\":1}").json().at("context") ==
          json{{"field", "y"}, {"reason", "required"}});
    CHECK(on.client.post("/v1/flick", "{\"x\":1,\"y\":1}").json().at("context").at("field") ==
          "direction");
    CHECK(on.client.post("/v1/flick", R"({"x":1,"y":1,"direction":"north"})").status == 422);
    CHECK(on.running.seen().received.empty());
}

TEST_CASE("a frame that shows another space is stale", "[service]")
{
    with_phone on;
    on.running.direct([&](auto& desktop) {
        desktop.script = [](const link::command& what) { return picture(what, "png"); };
    });
    const auto frame = on.client.get("/v1/screenshot").field("x-frame-id");
    const auto body = json{{"x", 1}, {"y", 1}, {"frame_id", frame}}.dump();
    CHECK(on.client.post("/v1/tap", body).status == 200);

    auto turned = phone("udid-1");
    turned.turned = screen::orientation::upside_down;
    on.running.attach(turned);
    const auto stale = on.client.post("/v1/tap", body);
    CHECK(stale.status == 409);
    CHECK(stale.error() == "STALE_FRAME");
    CHECK(on.client.post("/v1/home", json{{"frame_id", frame}}.dump()).error() == "STALE_FRAME");
    CHECK(on.client.post("/v1/home", R"({"frame_id":"unheard-of"})").error() == "STALE_FRAME");
    CHECK(on.client.post("/v1/home", R"({"frame_id":1})").error() == "INVALID_ARGUMENT");
}

TEST_CASE("a failure has the job and its outcome", "[service]")
{
    with_phone on;
    on.running.direct([&](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = failure(what, "ACTION_FAILED", link::outcome::unknown);
            out.failure->context["cause"] = "alert_in_front";
            return out;
        };
    });
    const auto answer = on.client.post("/v1/tap", R"({"x":1,"y":1})");
    CHECK(answer.status == 502);
    const auto record = answer.json();
    CHECK(record.at("error") == "ACTION_FAILED");
    CHECK(record.at("context").at("cause") == "alert_in_front");
    CHECK(record.at("context").at("outcome") == "unknown");
    const auto job = record.at("context").at("job");
    CHECK(job.at("status") == "failed");
    CHECK(job.at("result").at("error") == "ACTION_FAILED");
    CHECK(job.at("result").at("message") == record.at("message"));
    CHECK(job.at("result").at("context") ==
          json{{"cause", "alert_in_front"}, {"outcome", "unknown"}});
    CHECK(on.client.get("/v1/jobs/" + job.at("id").get<std::string>()).json() == job);
    CHECK(on.running.seen().received.size() == 1);
}

TEST_CASE("every code has its status", "[service]")
{
    with_phone on;
    const auto status_of = [&](const std::string& code) {
        on.running.direct([&](auto& desktop) {
            desktop.script = [code](const link::command& what) {
                return failure(what, code, link::outcome::not_sent);
            };
        });
        return on.client.post("/v1/home").status;
    };
    CHECK(status_of("PHONE_NOT_CONNECTED") == 400);
    CHECK(status_of("PHONE_NOT_READY") == 409);
    CHECK(status_of("STALE_FRAME") == 409);
    CHECK(status_of("UNSUPPORTED_ACTION") == 409);
    CHECK(status_of("TIMEOUT") == 408);
    CHECK(status_of("SCREENSHOT_FAILED") == 500);
    CHECK(status_of("NOBODY_KNOWS") == 500);
}

TEST_CASE("a lock blocks a tap and neither home nor a picture", "[service]")
{
    with_phone on;
    auto locked = phone("udid-1");
    locked.blockers = {
        {.code = "LOCKED", .message = "It is locked.", .remedy = "Unlock it.", .since = {}}};
    on.running.attach(locked);
    const auto tap = on.client.post("/v1/tap", R"({"x":1,"y":1})");
    CHECK(tap.status == 409);
    CHECK(tap.error() == "PHONE_NOT_READY");
    CHECK(tap.json().at("message") == "It is locked. Unlock it.");
    CHECK(tap.json().at("context").at("blockers").at(0).at("code") == "LOCKED");
    CHECK(on.client.post("/v1/home").status == 200);
    on.running.direct([&](auto& desktop) {
        desktop.script = [](const link::command& what) { return picture(what, "png"); };
    });
    CHECK(on.client.get("/v1/screenshot").status == 200);
    CHECK(on.client.post("/v1/select").status == 200);
}

TEST_CASE("what no driver offers is unsupported", "[service]")
{
    with_phone on;
    auto poor = phone("udid-1");
    poor.capabilities = {"screenshot"};
    on.running.attach(poor);
    const auto answer = on.client.post("/v1/home");
    CHECK(answer.status == 409);
    CHECK(answer.error() == "UNSUPPORTED_ACTION");
    CHECK(answer.json().at("context") == json{{"capability", "home"}});
    poor.capabilities = {};
    poor.blockers = {{.code = "DRIVER_NOT_RUNNING",
                      .message = "No driver.",
                      .remedy = "Start it.",
                      .since = {}}};
    on.running.attach(poor);
    CHECK(on.client.post("/v1/home").error() == "PHONE_NOT_READY");
    CHECK(on.client.get("/v1/screenshot").error() == "PHONE_NOT_READY");
}

TEST_CASE("a missing runner blocks only what nothing else can do", "[service]")
{
    with_phone on;
    auto without = phone("udid-1");
    without.capabilities = {"screenshot", "home", "rotate"};
    without.blockers = {{.code = "DRIVER_NOT_INSTALLED",
                         .message = "No runner.",
                         .remedy = "Install it: `thimbled runner install FILE`.",
                         .since = {}}};
    on.running.attach(without);
    CHECK(on.client.post("/v1/home").status == 200);
    CHECK(on.client.post("/v1/rotate", R"({"orientation":"left"})").status == 200);
    const auto tap = on.client.post("/v1/tap", R"({"x":1,"y":1})");
    CHECK(tap.error() == "PHONE_NOT_READY");
    CHECK(tap.json().at("message") == "No runner. Install it: thimbled runner install FILE.");
    const auto blocker = tap.json().at("context").at("blockers").at(0);
    CHECK(blocker.at("code") == "DRIVER_NOT_INSTALLED");
    CHECK(blocker.at("remedy") == "Install it: `thimbled runner install FILE`.");
    without.blockers = {{.code = "DEVELOPER_MODE_OFF",
                         .message = "It is off.",
                         .remedy = "Switch it on.",
                         .since = {}}};
    on.running.attach(without);
    CHECK(on.client.post("/v1/home").error() == "PHONE_NOT_READY");
}

TEST_CASE("a desktop that throws fails the job and not the service", "[service]")
{
    with_phone on;
    on.running.direct([&](auto& desktop) {
        desktop.script = [](const link::command&) -> link::result {
            throw std::runtime_error("what only the log may say");
        };
    });
    const auto answer = on.client.post("/v1/home");
    CHECK(answer.status == 500);
    CHECK(answer.error() == "INTERNAL_ERROR");
    CHECK(answer.body.find("only the log") == std::string::npos);
}

} // namespace thimble::service::test
