#include "service/phones/phones.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

link::blocker locked()
{
    return {.code = "LOCKED",
            .message = "The phone is locked.",
            .remedy = "Unlock it.",
            .since = std::chrono::sys_days(std::chrono::year(2026) / 1 / 2)};
}

} // namespace

TEST_CASE("the list is a bare array of phone records", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.get("/v1/phones").json() == json::array());

    const auto id = running.attach(phone("udid-1"));
    const auto answer = client.get("/v1/phones");
    CHECK(answer.status == 200);
    CHECK(answer.field("content-type") == "application/json");
    REQUIRE(answer.json().size() == 1);
    auto record = answer.json().at(0);
    CHECK(record.at("created_at").get<std::string>().size() == 24);
    CHECK(record.at("last_seen_at").get<std::string>().back() == 'Z');
    record.erase("created_at");
    record.erase("last_seen_at");
    CHECK(record ==
          json{{"id", id},
               {"name", "Ada's iPhone"},
               {"device_name", "iPhone 15 Pro"},
               {"display_name", nullptr},
               {"unique_id", "udid-1"},
               {"connection_status", "online"},
               {"connected_mac_id", desktop_id},
               {"activation_state", "active"},
               {"width", 620},
               {"height", 1344},
               {"os_version", "17.5"},
               {"driver_version", "16.7.3"},
               {"product_type", "iPhone16,1"},
               {"orientation", "portrait"},
               {"readiness",
                {{"ready", true}, {"blockers", json::array()}, {"warnings", json::array()}}},
               {"capabilities", {"flick", "home", "screenshot", "tap"}},
               {"selected", false},
               {"labels", json::array()},
               {"lease", nullptr}});
}

TEST_CASE("a desktop cannot make phones known without end", "[service]")
{
    phones known;
    known.desktop_connected({.id = "desktop", .name = "one", .version = "1"}, nullptr);
    known.desktop_connected({.id = "another", .name = "two", .version = "1"}, nullptr);
    for (std::size_t i = 0; i < most_phones_of_a_desktop; ++i)
        REQUIRE(known.changed("desktop", phone("udid-" + std::to_string(i))));
    CHECK_FALSE(known.changed("desktop", phone("udid-too-many")));
    CHECK(known.all().size() == most_phones_of_a_desktop);
    CHECK(known.changed("desktop", phone("udid-0")));
    CHECK(known.changed("another", phone("udid-too-many")));

    const auto any = known.all().front();
    known.forget(*any);
    CHECK(known.changed("desktop", phone("udid-in-its-place")));
}

TEST_CASE("a phone that was never seen has no size", "[service]")
{
    running_service running;
    http_client client(running.port());
    link::phone_state stranger;
    stranger.udid = "udid-1";
    stranger.attached = true;
    stranger.blockers = {{.code = "NOT_TRUSTED", .message = "m", .remedy = "r", .since = {}}};
    const auto id = running.attach(stranger);

    CHECK(client.get("/v1/phones").json().at(0).at("width").is_null());
    CHECK(client.get("/v1/phones/" + id + "/status").json().at("height").is_null());
    CHECK(client.get("/v1/phones/" + id + "/info").error() == "PHONE_NOT_READY");
    CHECK(client.post("/v1/phones/" + id + "/tap", R"({"x":1,"y":1})").error() ==
          "PHONE_NOT_READY");

    stranger.attached = false;
    running.attach(stranger);
    CHECK(client.get("/v1/phones/" + id + "/info").error() == "PHONE_NOT_CONNECTED");
}

TEST_CASE("info has everything that is known of a phone", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto answer = client.get("/v1/phones/" + id + "/info");
    CHECK(answer.status == 200);
    CHECK(answer.field("x-phone-id") == id);
    CHECK(answer.json() ==
          json{{"width", 620},
               {"height", 1344},
               {"name", "Ada's iPhone"},
               {"unique_id", "udid-1"},
               {"id", id},
               {"display_name", nullptr},
               {"os_version", "17.5"},
               {"driver_version", "16.7.3"},
               {"product_type", "iPhone16,1"},
               {"native_width", 1179},
               {"native_height", 2556},
               {"scale", 3.0},
               {"orientation", "portrait"},
               {"battery_level", 80},
               {"locked", false},
               {"readiness",
                {{"ready", true}, {"blockers", json::array()}, {"warnings", json::array()}}},
               {"capabilities", {"flick", "home", "screenshot", "tap"}}});
    CHECK(client.get("/v1/info").json() == answer.json());
}

TEST_CASE("status says what stands in the way", "[service]")
{
    running_service running;
    auto state = phone("udid-1");
    state.locked = true;
    state.blockers = {locked()};
    state.alert = link::alert{.text = "Low battery", .buttons = {"OK"}};
    state.video = link::video_figures{.tap_to_picture =
                                          link::latency_spread{.p50 = std::chrono::milliseconds(53),
                                                               .p95 = std::chrono::milliseconds(80),
                                                               .count = 12},
                                      .picture_age = {}};
    const auto id = running.attach(state);
    http_client client(running.port());
    CHECK(client.get("/v1/phones/" + id + "/status").json() ==
          json{{"phone_id", id},
               {"phone_name", "Ada's iPhone"},
               {"connection_status", "online"},
               {"width", 620},
               {"height", 1344},
               {"switch_control_enabled", false},
               {"screen_locked", true},
               {"streaming", false},
               {"readiness",
                {{"ready", false},
                 {"blockers",
                  {{{"code", "LOCKED"},
                    {"message", "The phone is locked."},
                    {"remedy", "Unlock it."},
                    {"docs", "docs/iphone.md#a-locked-phone"},
                    {"since", "2026-01-02T00:00:00.000Z"}}}},
                 {"warnings", json::array()}}},
               {"active_session_id", nullptr},
               {"queue_depth", 0},
               {"alert", {{"text", "Low battery"}, {"buttons", {"OK"}}}},
               {"front_app", nullptr},
               {"video",
                {{"tap_to_picture_ms", {{"p50", 53.0}, {"p95", 80.0}, {"count", 12}}},
                 {"picture_age_ms", nullptr}}}});
    state.attached = false;
    running.attach(state);
    CHECK(client.get("/v1/phones/" + id + "/status").json().at("video").is_null());
}

TEST_CASE("status names the app in front where that is asked for", "[service]")
{
    running_service running;
    auto state = phone("udid-1");
    state.capabilities = {"apps", "front-app", "home"};
    const auto id = running.attach(state);
    running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = success(what);
            if (std::holds_alternative<link::front_app>(what.what))
                out.value = {{"bundle_id", "com.example.notes"}};
            if (std::holds_alternative<link::list_apps>(what.what))
                out.value["apps"] = json::array({json{{"name", "Notes"},
                                                      {"bundle_id", "com.example.notes"},
                                                      {"version", "1"},
                                                      {"type", "user"}}});
            return out;
        };
    });
    http_client client(running.port());
    const auto path = "/v1/phones/" + id + "/status";
    const auto in_front = [&] {
        return client.get(path + "?front_app=true").json().at("front_app");
    };
    CHECK(in_front() == json{{"bundle_id", "com.example.notes"}, {"name", nullptr}});
    REQUIRE(client.get("/v1/phones/" + id + "/apps").status == 200);
    CHECK(in_front() == json{{"bundle_id", "com.example.notes"}, {"name", "Notes"}});

    const auto asked = running.seen().received.size();
    CHECK(client.get(path).json().at("front_app").is_null());
    CHECK(running.seen().received.size() == asked);
    CHECK(client.get("/v1/jobs").json().at("jobs") == json::array());
}

TEST_CASE("status does without the app in front where the phone does not say it", "[service]")
{
    running_service running;
    auto state = phone("udid-1");
    state.capabilities = {"front-app", "home"};
    const auto id = running.attach(state);
    http_client client(running.port());
    const auto path = "/v1/phones/" + id + "/status?front_app=true";
    for (const json& told : {json(), json{{"bundle_id", 7}}, json{{"bundle_id", "not an id"}}}) {
        running.direct([told](auto& desktop) {
            desktop.script = [told](const link::command& what) {
                auto out = success(what);
                out.value = told;
                return out;
            };
        });
        const auto answer = client.get(path);
        CHECK(answer.status == 200);
        CHECK(answer.json().at("front_app").is_null());
    }
    state.capabilities = {"home"};
    running.attach(state);
    CHECK(client.get(path).json().at("front_app").is_null());
    state.attached = false;
    running.attach(state);
    CHECK(client.get(path).json().at("front_app").is_null());
}

TEST_CASE("an unplugged phone stays known, with its last values", "[service]")
{
    running_service running;
    auto state = phone("udid-1");
    const auto id = running.attach(state);
    state = {};
    state.udid = "udid-1";
    running.attach(state);
    http_client client(running.port());

    CHECK(client.get("/v1/phones?connected=true").json() == json::array());
    const auto record = client.get("/v1/phones").json().at(0);
    CHECK(record.at("connection_status") == "offline");
    CHECK(record.at("connected_mac_id").is_null());
    CHECK(record.at("width") == 620);
    CHECK(record.at("readiness").at("ready") == false);
    CHECK(client.get("/v1/phones/" + id + "/info").json().at("os_version") == "17.5");
    CHECK(client.get("/v1/phones/" + id + "/status").status == 200);
    CHECK(client.get("/v1/phones/" + id + "/screenshot").error() == "PHONE_NOT_CONNECTED");
    CHECK(client.post("/v1/phones/" + id + "/home").status == 400);
}

TEST_CASE("the desktop's absence outranks the phone's", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    running.at_home([&] { running.service().desktop_gone(desktop_id); });
    http_client client(running.port());
    const auto answer = client.post("/v1/phones/" + id + "/tap", R"({"x":1,"y":1})");
    CHECK(answer.status == 400);
    CHECK(answer.error() == "MAC_APP_NOT_RUNNING");
    CHECK(answer.json().at("context").at("phone_id") == id);
    CHECK(client.get("/v1/phones").json().at(0).at("connection_status") == "offline");
    CHECK(client.get("/v1/status").json().at("mac_app_running") == false);
}

TEST_CASE("only an offline phone is forgotten", "[service]")
{
    running_service running;
    auto state = phone("udid-1");
    const auto id = running.attach(state);
    http_client client(running.port());
    const headers key{{"X-API-Key", api_key}};
    CHECK(client.ask("DELETE", "/v1/phones/" + id, key).error() == "INVALID_ARGUMENT");
    state.attached = false;
    running.attach(state);
    CHECK(client.ask("DELETE", "/v1/phones/" + id, key).status == 204);
    CHECK(client.get("/v1/phones").json() == json::array());
    CHECK(client.ask("DELETE", "/v1/phones/" + id, key).error() == "PHONE_NOT_FOUND");

    state.attached = true;
    CHECK(running.attach(state) == id);
    CHECK(client.get("/v1/phones").json().at(0).at("id") == id);
}

TEST_CASE("settings are kept and come back with the phone", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto path = "/v1/phones/" + id + "/settings";
    const headers key{{"X-API-Key", api_key}};
    CHECK(client.get(path).json() ==
          json{{"display_name", nullptr}, {"typing_method", "keys"}, {"speed", 30}});

    const auto changed = client.ask("PATCH", path, key, R"({"display_name":"Über","speed":7})");
    CHECK(changed.status == 200);
    CHECK(changed.field("x-phone-id") == id);
    CHECK(changed.json().at("display_name") == "Über");
    CHECK(client.get(path).json() ==
          json{{"display_name", "Über"}, {"typing_method", "keys"}, {"speed", 7}});
    CHECK(client.get("/v1/phones/" + id + "/status").json().at("phone_name") == "Über");

    client.ask("PATCH", "/v1/settings", key, R"({"display_name":null,"typing_method":"paste"})");
    CHECK(client.get(path).json() ==
          json{{"display_name", nullptr}, {"typing_method", "paste"}, {"speed", 7}});
    client.ask("PATCH", path, key, R"({"display_name":"x"})");
    client.ask("PATCH", path, key, R"({"display_name":""})");
    CHECK(client.get(path).json().at("display_name").is_null());
}

TEST_CASE("settings that will not do are refused", "[service]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    http_client client(running.port());
    const auto patch = [&](const std::string& body) {
        return client.ask("PATCH", "/v1/phones/" + id + "/settings", {{"X-API-Key", api_key}}, body)
            .error();
    };
    CHECK(patch("") == "EMPTY_BODY");
    CHECK(patch("{}") == "EMPTY_BODY");
    CHECK(patch("{\"colour\":1}") == "EMPTY_BODY");
    CHECK(patch("{\"display_name\":1}") == "INVALID_ARGUMENT");
    CHECK(patch("{\"display_name\":\"" + std::string(121, 'x') + "\"}") == "INVALID_ARGUMENT");
    CHECK(patch("{\"typing_method\":\"auto\"}") == "INVALID_ARGUMENT");
    CHECK(patch("{\"typing_method\":null}") == "INVALID_ARGUMENT");
    CHECK(patch("{\"speed\":\"30\"}") == "INVALID_ARGUMENT");
    CHECK(patch("{\"speed\":1.0}") == "INVALID_ARGUMENT");
}

TEST_CASE("a name that is not UTF-8 does no harm", "[service]")
{
    running_service running;
    running.attach(phone("udid-1", "\xff\xfe"));
    http_client client(running.port());
    CHECK(client.get("/v1/phones").json().at(0).at("name") == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("health needs no key", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.ask("GET", "/healthz", {}).json() == json{{"status", "ok"}});
    CHECK(client.ask("GET", "/readyz", {}).status == 200);
}

TEST_CASE("the desktop's status speaks of the phone that is meant", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.get("/v1/status").json() == json{{"mac_app_running", true},
                                                  {"phone_connected", false},
                                                  {"phone_name", nullptr},
                                                  {"switch_control_enabled", false},
                                                  {"screen_locked", false},
                                                  {"streaming", false}});
    running.attach(phone("udid-1", "First"));
    running.attach(phone("udid-2", "Second"));
    const auto status = client.get("/v1/status").json();
    CHECK(status.at("phone_connected") == true);
    CHECK(status.at("phone_name") == "First");
}

} // namespace thimble::service::test
