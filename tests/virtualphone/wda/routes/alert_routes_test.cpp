// Alerts: which elements count as one, whose it is, and the button that answers it.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::alert_kind;
using thimble::virtualphone::shown_alert;

namespace {

const json open_safari{{"bundleId", "com.apple.mobilesafari"}};

struct asked_phone {
    explicit asked_phone(const char* model = "iPhone 15 Pro") : runner(model), client(runner)
    {
        session = client.begin_session();
        client.value(verb::post, "/wda/apps/launch", open_safari);
    }

    void ask(alert_kind kind, std::string app, std::string text = "Text")
    {
        shown_alert what{.title = "Title",
                         .text = std::move(text),
                         .buttons = {"First", "Last"},
                         .on_answer = [this](const std::string& button) { answered = button; },
                         .app = std::move(app)};
        what.kind = kind;
        runner.device.os.show_alert(std::move(what), runner.device.clock.now());
    }

    std::string text() { return outcome(client.ask(verb::get, session + "/alert/text")); }

    virtual_runner runner;
    wda_client client;
    std::string session;
    std::string answered;
};

} // namespace

TEST_CASE("a sheet of an app is an alert, and is accepted with its first button", "[virtualphone]")
{
    asked_phone phone;
    phone.ask(alert_kind::sheet, "com.apple.mobilesafari");
    CHECK(phone.client.value(verb::get, "/alert/text") == "Title\nText");
    CHECK(phone.client.value(verb::get, "/wda/alert/buttons") == json{"First", "Last"});
    CHECK(phone.client.value(verb::get, "/source").dump().find("XCUIElementTypeSheet") !=
          std::string::npos);
    phone.client.value(verb::post, "/alert/accept", json::object());
    CHECK(phone.answered == "First");
}

TEST_CASE("a popover of an iPad is no alert", "[virtualphone]")
{
    asked_phone pad("iPad 9");
    pad.ask(alert_kind::sheet, "com.apple.mobilesafari");
    CHECK(pad.text() == "404 no such alert");
    CHECK(pad.client.value(verb::get, "/source").dump().find("PopoverDismissRegion") !=
          std::string::npos);
}

TEST_CASE("a dialog of a web page is an alert, and is accepted with its last button",
          "[virtualphone]")
{
    asked_phone phone;
    phone.ask(alert_kind::web_dialog, "com.apple.mobilesafari", "");
    CHECK(phone.client.value(verb::get, "/alert/text") == "Title");
    phone.client.value(verb::post, "/alert/dismiss", json::object());
    CHECK(phone.answered == "First");
    phone.ask(alert_kind::web_dialog, "com.apple.mobilesafari");
    phone.client.value(verb::post, "/alert/accept", json::object());
    CHECK(phone.answered == "Last");
}

TEST_CASE("an app's own alert is told while the app is active", "[virtualphone]")
{
    asked_phone phone;
    phone.ask(alert_kind::alert, "com.apple.mobilesafari");
    CHECK(phone.text() == "200");
    phone.client.value(verb::post, "/appium/settings",
                       {{"settings", {{"defaultActiveApplication", "com.apple.springboard"}}}});
    CHECK(phone.text() == "404 no such alert");
    CHECK(outcome(phone.client.ask(verb::get, "/alert/text")) == "200"); // no session, no setting
    phone.client.ask(verb::post, "/wda/homescreen");
    CHECK(outcome(phone.client.ask(verb::get, "/alert/text")) == "404 no such alert");
}

TEST_CASE("an alert of the system is SpringBoard's", "[virtualphone]")
{
    asked_phone phone;
    phone.ask(alert_kind::alert, "");
    CHECK(phone.text() == "200");
    CHECK(phone.client.value(verb::get, "/wda/activeAppInfo")["bundleId"] ==
          "com.apple.springboard");
    CHECK(phone.client.value(verb::get, "/source").dump().find("XCUIElementTypeAlert") !=
          std::string::npos);
}
