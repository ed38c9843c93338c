// Keys of a hardware keyboard, raw HID events, and Siri, over a real connection.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

#include <algorithm>

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

TEST_CASE("raw keys are a passcode, and keyboardInput on an iPhone is nothing", "[virtualphone]")
{
    virtual_runner runner("iPhone 15 Pro", 0, locked_with_passcode());
    wda_client client(runner);
    const auto session = client.begin_session();
    client.ask(verb::post, session + "/wda/unlock"); // wakes, and shows the keypad
    client.value(verb::post, "/wda/element/0/keyboardInput",
                 {{"keys", {"1", "2", "3", {{"key", "4"}, {"modifierFlags", 0}}}}});
    CHECK(client.value(verb::get, "/wda/locked") == true);
    for (const int usage : {0x1E, 0x1F, 0x20, 0x21})
        client.value(verb::post, "/wda/performIoHidEvent",
                     {{"page", 7}, {"usage", usage}, {"duration", 0.05}});
    CHECK(client.value(verb::get, "/wda/locked") == false);
}

TEST_CASE("keyboardInput presses keys on an iPad and none on an iPhone", "[virtualphone]")
{
    const json command_h{{"keys", {{{"key", "h"}, {"modifierFlags", 16}}}}};
    for (const bool pad : {true, false}) {
        virtual_runner runner(pad ? "iPad 9" : "iPhone 15 Pro");
        wda_client client(runner);
        client.begin_session();
        client.value(verb::post, "/wda/apps/launch", notes_app);
        client.value(verb::post, "/wda/element/0/keyboardInput", command_h);
        CHECK(runner.device.os.front_app() ==
              (pad ? "com.apple.springboard" : "com.apple.mobilenotes"));
    }
}

TEST_CASE("keys before a wrong one are pressed", "[virtualphone]")
{
    virtual_runner runner("iPad 9");
    wda_client client(runner);
    const auto session = client.begin_session();
    client.value(verb::post, "/wda/apps/launch", notes_app);
    const json keys{{"keys", {"XCUIKeyboardKeyTab", 7}}};
    CHECK(outcome(client.ask(verb::post, session + "/wda/element/0/keyboardInput", keys.dump())) ==
          "400 invalid argument");
    const json events = runner.device.log.since(0)["events"];
    CHECK(std::ranges::count(events, "key", [](const json& each) { return each["kind"]; }) == 2);
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
    virtual_runner runner("iPad 9");
    wda_client client(runner);
    const auto session = client.begin_session();
    const auto refused = [&](const std::string& route, const json& body) {
        return outcome(client.ask(verb::post, session + route, body.dump()));
    };
    CHECK(refused("/wda/element/0/keyboardInput", {{"keys", {"\u00e9"}}}) == "500 unknown error");
    CHECK(refused("/wda/element/0/keyboardInput", {{"keys", {{{"modifierFlags", 2}}}}}) ==
          "400 invalid argument");
    CHECK(refused("/wda/element/0/keyboardInput", {{"keys", "a"}}) == "400 invalid argument");
    CHECK(refused("/wda/performIoHidEvent", {{"page", 7}}) == "200"); // the key with the usage 0
    CHECK(refused("/wda/performIoHidEvent", {{"page", json::array()}}) == "500 unknown error");
    CHECK(refused("/wda/siri/activate", json::object()) == "400 invalid argument");
}
