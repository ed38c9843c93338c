// Gestures over a real connection, and what the phone felt.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <cmath>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;

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

} // namespace

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
        {"/wda/tap", R"({"x":1e200,"y":2})"},
        {"/wda/touchAndHold", R"({"x":1,"y":2,"duration":1e9})"},
        {"/rotation", R"({"x":0,"y":0,"z":45})"},
        {"/wda/apps/launch", "{}"},
        {"/wda/apps/launch", R"({"bundleId":"no.such.app"})"},
        {"/appium/settings", R"({"settings":{"screenshotOrientation":"sideways"}})"},
        {"/alert/accept", R"({"name":7})"},
    };
    for (const auto& [path, body] : wrong) {
        INFO(path << ' ' << body);
        CHECK(outcome(client.ask(verb::post, session + path, body)) == "400 invalid argument");
    }
    CHECK(runner.touches().empty());
}

TEST_CASE("settings are cast, and a list of keys is described", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    const auto setting = [&](const char* name, const json& value) {
        const json body{{"settings", {{name, value}}}};
        return client.value(verb::post, "/appium/settings", body)[name];
    };
    CHECK(setting("waitForIdleTimeout", "0.5") == 0.5);
    CHECK(setting("waitForIdleTimeout", "soon") == 0);
    CHECK(setting("animationCoolOffTimeout", true) == 1);
    CHECK(setting("mjpegFixOrientation", 1) == true);
    CHECK(setting("mjpegFixOrientation", "no") == false);
    CHECK(setting("mjpegFixOrientation", "YES") == true);
    const auto refused = [&](const char* path, const char* body) {
        return outcome(client.ask(verb::post, session + path, body));
    };
    CHECK(refused("/appium/settings", R"({"settings":{"waitForIdleTimeout":null}})") ==
          "500 unknown error");
    CHECK(refused("/appium/settings", R"({"settings":{"useFirstMatch":[]}})") ==
          "500 unknown error");
    CHECK(refused("/wda/keys", R"({"value":"text"})") == "500 unknown error");
    CHECK(refused("/wda/keys", R"({"value":7})") == "500 unknown error");
    CHECK(refused("/wda/keys", R"({"value":["a"],"frequency":[]})") == "500 unknown error");
    client.value(verb::post, "/wda/apps/launch", {{"bundleId", "com.apple.mobilenotes"}});
    const json note = client.value(verb::post, "/element",
                                   {{"using", "class name"}, {"value", "XCUIElementTypeTextView"}});
    const auto path = "/element/" + note["ELEMENT"].get<std::string>();
    client.value(verb::post, path + "/click");
    client.value(verb::post, "/wda/keys", {{"value", {"a", 7}}, {"frequency", 0}});
    CHECK(client.value(verb::get, path + "/attribute/value") == "a7");
}
