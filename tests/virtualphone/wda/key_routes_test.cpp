// Keys of a hardware keyboard, raw HID events, and Siri, over a real connection.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::identity;

namespace {

const json notes_app{{"bundleId", "com.apple.mobilenotes"}};

identity locked_with_passcode()
{
    return {"00008130-000000000000001A", "Test Phone", "1234", true};
}

} // namespace

TEST_CASE("digits on a hardware keyboard are a passcode", "[virtualphone]")
{
    virtual_runner runner("iPhone 15 Pro", 0, locked_with_passcode());
    wda_client client(runner);
    const auto session = client.begin_session();
    client.ask(verb::post, session + "/wda/unlock"); // wakes, and shows the keypad
    client.value(verb::post, "/wda/element/0/keyboardInput",
                 {{"keys", {"1", "2", {{"key", "3"}, {"modifierFlags", 0}}}}});
    CHECK(client.value(verb::get, "/wda/locked") == true);
    client.value(verb::post, "/wda/performIoHidEvent",
                 {{"page", 7}, {"usage", 0x21}, {"duration", 0.05}});
    CHECK(client.value(verb::get, "/wda/locked") == false);
}

TEST_CASE("a key with Command is a shortcut", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/apps/launch", notes_app);
    client.value(verb::post, "/wda/element/0/keyboardInput",
                 {{"keys", {{{"key", "h"}, {"modifierFlags", 16}}}}});
    CHECK(runner.device.os.front_app() == "com.apple.springboard");
}

TEST_CASE("buttons have usages of their own", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    client.begin_session();
    client.value(verb::post, "/wda/apps/launch", notes_app);
    client.value(verb::post, "/wda/performIoHidEvent",
                 {{"page", 12}, {"usage", 0x40}, {"duration", 0.05}});
    CHECK(runner.device.os.front_app() == "com.apple.springboard");
}

TEST_CASE("what is no key is refused", "[virtualphone]")
{
    virtual_runner runner;
    wda_client client(runner);
    const auto session = client.begin_session();
    const auto refused = [&](const std::string& route, const json& body) {
        return outcome(client.ask(verb::post, session + route, body.dump()));
    };
    CHECK(refused("/wda/element/0/keyboardInput", {{"keys", {"\u00e9"}}}) ==
          "400 invalid argument");
    CHECK(refused("/wda/element/0/keyboardInput", {{"keys", "a"}}) == "400 invalid argument");
    CHECK(refused("/wda/performIoHidEvent", {{"page", 7}}) == "400 invalid argument");
    CHECK(refused("/wda/siri/activate", json::object()) == "400 invalid argument");
}
