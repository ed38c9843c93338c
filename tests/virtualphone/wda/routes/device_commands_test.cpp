// Apps, buttons, alerts, the lock and the source over a real connection.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::identity;
using thimble::virtualphone::shown_alert;

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
    client.value(verb::post, "/wda/apps/activate", {{"bundleId", "com.apple.mobilenotes"}});
    CHECK(client.value(verb::post, "/wda/apps/state", sketch) == 3);
    CHECK(client.value(verb::post, "/wda/apps/terminate", sketch) == true);
    CHECK(client.value(verb::post, "/wda/apps/terminate", sketch) == false);
    CHECK(client.value(verb::post, "/wda/apps/state", {{"bundleId", "no.such.app"}}) == 0);
    client.value(verb::post, "/wda/apps/activate", sketch);
    CHECK(outcome(client.ask(verb::post, "/wda/homescreen")) == "200");
    CHECK(runner.device.os.front_app() == "com.apple.springboard");
    CHECK(client.value(verb::post, "/wda/apps/state", sketch) == 3);
}

TEST_CASE("an app that is terminated forgets its state", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    const json sketch{{"bundleId", "com.thimble.sketch"}};
    client.value(verb::post, "/wda/apps/launch", sketch);
    client.value(verb::post, "/wda/tap", {{"x", 100}, {"y", 300}});
    const auto strokes = [&] {
        return runner.device.os.app_states().at("com.thimble.sketch").at("strokes");
    };
    REQUIRE(strokes() == 1);
    client.ask(verb::post, "/wda/homescreen");
    CHECK(client.value(verb::post, "/wda/apps/terminate", sketch) == true); // from behind
    CHECK(strokes() == 0);
}

TEST_CASE("Siri shows the words that it is asked", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/siri/activate", {{"text", "What time is it?"}});
    CHECK(runner.device.os.app_states().at("com.apple.springboard").at("surface") == "siri");
    const auto source = client.value(verb::get, "/source");
    CHECK(source.get<std::string>().find("What time is it?") != std::string::npos);
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
    CHECK(outcome(refused) == "400 invalid argument");
    CHECK(refused.body().find("FBSOpenApplicationErrorDomain Code=7") != std::string::npos);
    CHECK(outcome(client.ask(verb::post, session + "/wda/unlock")) == "500 unknown error");
}

TEST_CASE("an app whose developer is not trusted does not start", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    const auto launched = [&] {
        return client.ask(verb::post, session + "/wda/apps/launch",
                          R"({"bundleId":"com.thimble.sketch"})");
    };
    runner.device.untrusted_apps.emplace("com.thimble.sketch");
    const auto refused = launched();
    CHECK(outcome(refused) == "400 invalid argument");
    CHECK(refused.body().find("not been explicitly trusted by the user") != std::string::npos);
    CHECK(runner.device.os.front_app() == "com.apple.springboard");
    CHECK(outcome(client.ask(
              verb::post, "/session",
              R"({"capabilities":{"firstMatch":[{"bundleId":"com.thimble.sketch"}]}})")) ==
          "500 session not created");
    runner.device.untrusted_apps.clear();
    client.begin_session();
    client.value(verb::post, "/wda/apps/launch", {{"bundleId", "com.thimble.sketch"}});
    CHECK(runner.device.os.front_app() == "com.thimble.sketch");
}

TEST_CASE("a passcode is typed as text once its keypad shows", "[virtualphone]")
{
    virtual_runner runner("iPhone SE 2", 0,
                          identity{"00008130-000000000000001A", "Test Phone", "1234", true});
    wda_client client(runner);
    const std::string session = client.begin_session();
    CHECK(outcome(client.ask(verb::post, session + "/wda/keys", R"({"value":["1234"]})")) == "200");
    CHECK(client.value(verb::get, "/wda/locked") == true); // lost: there was no keypad
    CHECK(outcome(client.ask(verb::post, session + "/wda/unlock")) == "500 unknown error");
    client.value(verb::post, "/wda/keys", {{"value", {"1", "234"}}});
    CHECK(client.value(verb::get, "/wda/locked") == false);
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

TEST_CASE("text that nothing takes is lost without a word", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    const auto before = runner.device.log.size();
    CHECK(client.value(verb::post, "/wda/keys", {{"value", {"h", "i"}}}) == nullptr);
    CHECK(runner.device.log.size() == before);
}

TEST_CASE("a text that is not in pieces is no text", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    for (const auto* body : {R"({"value":"hi"})", R"({"value":7})"})
        CHECK(outcome(client.ask(verb::post, session + "/wda/keys", body)) == "500 unknown error");
}

TEST_CASE("typing may fail when a part has been typed", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const std::string session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", {{"bundleId", "com.apple.mobilenotes"}});
    client.value(verb::post, "/wda/tap", {{"x", 196}, {"y", 400}});
    runner.device.faults.set(
        "wda.keys", thimble::virtualphone::fault{thimble::virtualphone::fault_kind::error, 1});
    CHECK(outcome(client.ask(verb::post, session + "/wda/keys", R"({"value":["thimble!"]})")) ==
          "400 invalid element state");
    CHECK(runner.device.os.app_states().at("com.apple.mobilenotes").at("text") == "thim");
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
    CHECK(refused.body().contains("The device under test only supports the following buttons"));
    CHECK(refused.body().contains("volumeup"));
    CHECK_FALSE(refused.body().contains("camera"));
    CHECK(outcome(client.ask(verb::post, session + "/wda/pressButton")) == "500 unknown error");
}

TEST_CASE("the newest phones have a camera button", "[virtualphone]")
{
    virtual_runner runner("iPhone 16 Pro Max");
    wda_client client(runner);
    const std::string session = client.begin_session();
    client.value(verb::post, "/wda/pressButton", {{"name", "camera"}});
    CHECK(client.ask(verb::post, session + "/wda/pressButton", R"({"name":"bell"})")
              .body()
              .contains("camera"));
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
