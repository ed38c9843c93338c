// Commands over a real connection: every route's answer, and what the phone felt.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <boost/algorithm/string/case_conv.hpp>

#include <cmath>

using namespace std::string_view_literals;
using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::identity;
using thimble::virtualphone::shown_alert;

namespace {

const json tap_actions{{"actions",
                        {{{"type", "pointer"},
                          {"id", "finger"},
                          {"parameters", {{"pointerType", "touch"}}},
                          {"actions",
                           {{{"type", "pointerMove"}, {"x", 100.5}, {"y", 300}, {"duration", 0}},
                            {{"type", "pointerDown"}, {"button", 0}},
                            {{"type", "pause"}, {"duration", 60}},
                            {{"type", "pointerUp"}, {"button", 0}}}}}}}};

/// The status and the error code of an answer, "200" where there is no error.
std::string outcome(const http_response& response)
{
    std::string text = std::to_string(response.result_int());
    const json answer = json::parse(response.body());
    REQUIRE(answer.contains("value"));
    REQUIRE(answer.contains("sessionId"));
    const json& value = answer["value"];
    if (value.is_object() && value.contains("error")) {
        CHECK(value.contains("message"));
        CHECK(value.contains("traceback"));
        text += " " + value["error"].get<std::string>();
    }
    return text;
}

} // namespace

TEST_CASE("status tells what runs, without a session", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto response = client.ask(verb::get, "/status");
    CHECK(response.result_int() == 200);
    CHECK(response[http::field::server] == "WebDriverAgent/1.0");
    CHECK(response[http::field::content_type] == "application/json;charset=UTF-8");
    CHECK(response[http::field::access_control_allow_origin] == "*");
    CHECK(response.body().starts_with("{\n  \"value\" : {\n"));
    const json answer = json::parse(response.body());
    CHECK(answer["sessionId"] == nullptr);
    CHECK(answer["value"]["ready"] == true);
    CHECK(answer["value"]["os"]["version"] == "18.5");
    CHECK(answer["value"]["device"] == "iphone");
}

TEST_CASE("there is one session, and its id is on every answer", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string first = client.begin_session();
    const std::string id = first.substr(first.rfind('/') + 1);
    CHECK(id == boost::algorithm::to_upper_copy(id));
    CHECK(json::parse(client.ask(verb::get, "/status").body())["sessionId"] == id);
    CHECK(outcome(client.ask(verb::get, first)) == "200");

    const std::string second = client.begin_session();
    CHECK(second != first);
    CHECK(outcome(client.ask(verb::get, first)) == "404 invalid session id");
    CHECK(outcome(client.ask(verb::delete_, second)) == "200");
    CHECK(outcome(client.ask(verb::get, second + "/appium/settings")) == "404 invalid session id");
    CHECK(json::parse(client.ask(verb::get, "/status").body())["sessionId"] == nullptr);
}

TEST_CASE("a new session begins with default settings", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    const json changed{{"settings", {{"waitForIdleTimeout", 0}, {"mjpegServerFramerate", 25}}}};
    CHECK(client.value(verb::post, "/appium/settings", changed)["waitForIdleTimeout"] == 0);
    // Without "settings" around them nothing changes and nobody complains.
    CHECK(client.value(verb::post, "/appium/settings", changed["settings"])["snapshotMaxDepth"] ==
          50);
    client.begin_session();
    const json now = client.value(verb::get, "/appium/settings");
    CHECK(now["waitForIdleTimeout"] == 10);
    CHECK(now["mjpegServerFramerate"] == 25);
}

TEST_CASE("a screenshot is base64 with escaped slashes of the panel's PNG", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto response = client.ask(verb::get, "/screenshot");
    CHECK(response.body().find("iVBORw0KGgo") != std::string::npos);
    CHECK(response.body().find("\\/") != std::string::npos);
    const std::string text = json::parse(response.body())["value"];
    const auto picture = runner.device.os.frame_png();
    CHECK(text.size() == 4 * ((picture->size() + 2) / 3));
    const std::string again = json::parse(client.ask(verb::get, "/screenshot").body())["value"];
    CHECK(again == text);
}

TEST_CASE("actions are played as raw touches where they say", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    CHECK(client.value(verb::post, "/actions", tap_actions) == nullptr);
    CHECK(runner.touches() == std::vector<std::string>{"down 100.5,300", "up 100.5,300"});
    const json events = runner.device.log.since(0)["events"];
    double down = -1;
    double up = -1;
    for (const json& event : events) {
        if (event["kind"] == "touch")
            (event["phase"] == "down" ? down : up) = event["t_ms"];
    }
    CHECK(std::abs(up - down - 60) < 1);
}

TEST_CASE("bad actions answer an unknown error and touch nothing", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    for (const char* body : {"", "{}", "nonsense", R"({"actions":[]})", R"({"actions":[{}]})",
                             R"({"actions":[{"type":"pointer","id":"f","actions":[{}]}]})"})
        CHECK(outcome(client.ask(verb::post, session + "/actions", body)) == "500 unknown error");
    CHECK(runner.touches().empty());
}

TEST_CASE("gestures of WebDriverAgent's own are raw touches as well", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    SECTION("a tap")
    {
        client.value(verb::post, "/wda/tap", {{"x", 10}, {"y", 20}});
        CHECK(runner.touches() == std::vector<std::string>{"down 10,20", "up 10,20"});
    }
    SECTION("a tap without a place is in the middle")
    {
        client.value(verb::post, "/wda/tap", json::object());
        CHECK(runner.touches() == std::vector<std::string>{"down 196.5,426", "up 196.5,426"});
    }
    SECTION("a double tap")
    {
        client.value(verb::post, "/wda/doubleTap", {{"x", 10}, {"y", 20}});
        CHECK(runner.touches().size() == 4);
    }
    SECTION("a drag")
    {
        client.value(verb::post, "/wda/dragfromtoforduration",
                     {{"fromX", 100}, {"fromY", 500}, {"toX", 100}, {"toY", 300}, {"duration", 0}});
        const auto touches = runner.touches();
        CHECK(touches.front() == "down 100,500");
        CHECK(touches.back() == "up 100,300");
        CHECK(touches.size() > 10);
    }
}

TEST_CASE("arguments of a wrong kind are refused", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"/wda/tap", R"({"x":1})"},
        {"/wda/tap", R"({"x":"1","y":2})"},
        {"/wda/tap", R"({"x":1e200,"y":2})"},
        {"/wda/touchAndHold", R"({"x":1,"y":2})"},
        {"/wda/touchAndHold", R"({"x":1,"y":2,"duration":-1})"},
        {"/wda/touchAndHold", R"({"x":1,"y":2,"duration":1e9})"},
        {"/wda/dragfromtoforduration", R"({"fromX":1,"fromY":2,"toX":3,"duration":1})"},
        {"/wda/keys", R"({"value":7})"},
        {"/wda/keys", R"({"value":["a",7]})"},
        {"/wda/keys", R"({"value":"a","frequency":0})"},
        {"/wda/pressButton", "{}"},
        {"/orientation", R"({"orientation":"SIDEWAYS"})"},
        {"/rotation", R"({"z":45})"},
        {"/wda/apps/launch", "{}"},
        {"/wda/apps/launch", R"({"bundleId":"no.such.app"})"},
        {"/appium/settings", R"({"settings":{"waitForIdleTimeout":"x"}})"},
        {"/alert/accept", R"({"name":7})"},
    };
    for (const auto& [path, body] : wrong) {
        INFO(path << ' ' << body);
        CHECK(outcome(client.ask(verb::post, session + path, body)) == "400 invalid argument");
    }
    CHECK(runner.touches().empty());
}

TEST_CASE("a route that is not there is an unknown command", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    const auto response = client.ask(verb::delete_, session + "/actions");
    CHECK(outcome(response) == "404 unknown command");
    CHECK(response.body().find("Unhandled endpoint:") != std::string::npos);
    CHECK(outcome(client.ask(verb::patch, "/status")) == "404 unknown command");
    CHECK(outcome(client.ask(verb::options, "/anything")) == "200");
}

TEST_CASE("screen, window and orientation agree with the phone", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    CHECK(client.value(verb::get, "/window/size") == json{{"width", 393}, {"height", 852}});
    CHECK(client.value(verb::get, "/wda/screen")["scale"] == 3);
    CHECK(client.value(verb::get, "/orientation") == "PORTRAIT");
    client.value(verb::post, "/wda/apps/launch", {{"bundleId", "com.thimble.sketch"}});
    client.value(verb::post, "/orientation", {{"orientation", "LANDSCAPE"}});
    CHECK(client.value(verb::get, "/orientation") == "LANDSCAPE");
    CHECK(client.value(verb::get, "/rotation")["z"] == 270);
    CHECK(client.value(verb::get, "/window/rect") ==
          json{{"x", 0}, {"y", 0}, {"width", 852}, {"height", 393}});
}

TEST_CASE("apps come to the front and home comes back", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    const json sketch{{"bundleId", "com.thimble.sketch"}};
    CHECK(client.value(verb::post, "/wda/apps/state", sketch) == 1);
    client.value(verb::post, "/wda/apps/launch", sketch);
    CHECK(client.value(verb::get, "/wda/activeAppInfo")["bundleId"] == "com.thimble.sketch");
    CHECK(client.value(verb::post, "/wda/apps/state", sketch) == 4);
    CHECK(client.value(verb::post, "/wda/apps/terminate", sketch) == true);
    CHECK(client.value(verb::post, "/wda/apps/terminate", sketch) == false);
    CHECK(client.value(verb::post, "/wda/apps/state", {{"bundleId", "no.such.app"}}) == 0);
    client.value(verb::post, "/wda/apps/activate", sketch);
    CHECK(outcome(client.ask(verb::post, "/wda/homescreen")) == "200");
    CHECK(runner.device.os.front_app() == "com.apple.springboard");
}

TEST_CASE("a locked phone shows its screen and launches nothing", "[virtualphone]")
{
    virtual_runner runner("iPhone 15 Pro", 0,
                          identity{"00008130-000000000000001A", "Test Phone", "1234", true});
    wda_client client(runner);
    const std::string session = client.begin_session();
    CHECK(client.value(verb::get, "/wda/locked") == true);
    CHECK(outcome(client.ask(verb::get, "/screenshot")) == "200");
    const auto refused = client.ask(verb::post, session + "/wda/apps/launch",
                                    R"({"bundleId":"com.thimble.sketch"})");
    CHECK(outcome(refused) == "500 unknown error");
    CHECK(refused.body().find("Code=7") != std::string::npos);
    CHECK(outcome(client.ask(verb::post, session + "/wda/unlock")) == "500 unknown error");
}

TEST_CASE("lock and unlock a phone without a passcode", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/lock");
    CHECK(client.value(verb::get, "/wda/locked") == true);
    client.value(verb::post, "/wda/unlock");
    CHECK(client.value(verb::get, "/wda/locked") == false);
}

TEST_CASE("an alert is read and answered", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    CHECK(outcome(client.ask(verb::get, "/alert/text")) == "404 no such alert");
    CHECK(outcome(client.ask(verb::post, "/alert/accept")) == "404 no such alert");
    runner.device.os.show_alert(shown_alert{"Title", "Text", {"No", "Yes"}},
                                runner.device.clock.now());
    CHECK(client.value(verb::get, "/alert/text") == "Title\nText");
    CHECK(client.value(verb::get, "/wda/alert/buttons") == json{"No", "Yes"});
    CHECK(outcome(client.ask(verb::post, "/alert/accept", R"({"name":"Maybe"})")) ==
          "400 invalid element state");
    CHECK(outcome(client.ask(verb::post, session + "/alert/text", R"({"value":"x"})")) ==
          "500 unsupported operation");
    CHECK(outcome(client.ask(verb::post, "/alert/accept")) == "200");
    CHECK_FALSE(runner.device.os.alert());
}

TEST_CASE("keys need a keyboard", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    CHECK(outcome(client.ask(verb::post, session + "/wda/keys", R"({"value":["h","i"]})")) ==
          "400 invalid element state");
}

TEST_CASE("buttons are those that the model has", "[virtualphone]")
{
    virtual_runner runner("iPhone SE 2");
    wda_client client(runner);
    const std::string session = client.begin_session();
    client.value(verb::post, "/wda/pressButton", {{"name", "VolumeUp"}});
    const auto refused =
        client.ask(verb::post, session + "/wda/pressButton", R"({"name":"action"})");
    CHECK(outcome(refused) == "500 unknown error");
    CHECK(refused.body().find("volumeup") != std::string::npos);
}

TEST_CASE("the source comes in three formats", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    const std::string xml = client.value(verb::get, "/source");
    CHECK(xml.starts_with("<?xml"));
    CHECK(xml.find("<XCUIElementTypeApplication ") != std::string::npos);
    CHECK(client.value(verb::get, "/source?format=json")["type"] == "Application");
    CHECK(client.value(verb::get, "/source?format=description").is_string());
    CHECK(
        client.value(verb::get, "/source?scope=AppiumAUT").get<std::string>().find("<AppiumAUT>") !=
        std::string::npos);
    CHECK(outcome(client.ask(verb::get, "/source?format=yaml")) == "400 invalid argument");
}

TEST_CASE("the rest of the routes answer", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    CHECK(client.value(verb::get, "/wda/batteryInfo")["state"] == 2);
    CHECK(client.value(verb::get, "/wda/device/info")["name"] == "iPhone");
    CHECK(client.value(verb::post, "/timeouts", {{"implicit", 1}}) == nullptr);
    CHECK(client.value(verb::get, "/wda/apps/list").size() == 1);
    CHECK(client.value(verb::get, "/wda/deviceOrientation") == "UIDeviceOrientationPortrait");
    CHECK(client.ask(verb::get, "/health").body().find("I-AM-ALIVE") != std::string::npos);
}

TEST_CASE("questions leave no trace on the phone", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    const auto before = runner.device.log.size();
    for (const char* path :
         {"/window/size", "/window/rect", "/wda/screen", "/orientation", "/rotation", "/source",
          "/wda/locked", "/wda/activeAppInfo", "/wda/batteryInfo", "/wda/device/info",
          "/appium/settings", "/screenshot", "/wda/apps/list", "/wda/deviceOrientation"})
        client.value(verb::get, path);
    client.ask(verb::get, "/status");
    client.ask(verb::get, "/health");
    CHECK(runner.device.log.size() == before);
}
