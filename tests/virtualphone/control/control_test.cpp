// The control over real sockets: what it tells and what it does.
#include "tests/virtualphone/control/controlled.hpp"

#include <filesystem>
#include <unistd.h>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
namespace virtualphone = thimble::virtualphone;

namespace {

std::string socket_path()
{
    return (std::filesystem::temp_directory_path() /
            ("thimble-control-" + std::to_string(::getpid())))
        .string();
}

} // namespace

TEST_CASE("the control tells all about a phone", "[virtualphone]")
{
    controlled control;
    const json told = control.get("");
    CHECK(told["udid"] == "00008130-000000000000001A");
    CHECK(told["name"] == "Test Phone");
    CHECK(told["model"] == "iPhone 15 Pro");
    CHECK(told["ios"] == "18.5");
    CHECK(told["width_px"] == 1179);
    CHECK(told["height_px"] == 2556);
    CHECK(told["width_pt"] == 393);
    CHECK(told["height_pt"] == 852);
    CHECK(told["scale"] == 3);
    CHECK(told["orientation"] == "portrait");
    CHECK(told["locked"] == false);
    CHECK(told["plugged"] == true);
    CHECK(told["front_app"] == "com.apple.springboard");
    CHECK(told["keyboard_shown"] == false);
    CHECK(told["clipboard"] == "");
    CHECK(told["runner"] == "running");
    CHECK(told["runner_id"] == "com.facebook.WebDriverAgentRunner.xctrunner");
    CHECK(told["wda"] == "16.12.9");
    CHECK(told["apps"].is_object());
    CHECK(json::parse(control.client.ask(verb::get, "/phones").body()) == json::array({told}));
}

TEST_CASE("the control tells what is to be seen", "[virtualphone]")
{
    controlled control;
    const auto has_settings = [&] {
        for (const auto& each : control.get("elements").at("elements"))
            if (each.at("label") == "Settings")
                return each.at("width").get<double>() > 0 && each.at("height").get<double>() > 0;
        return false;
    };
    CHECK(has_settings());   // its icon on the home screen
    control.get("elements"); // asking touches nothing
    CHECK(control.get("events").at("events").empty());
}

TEST_CASE("the control tells which fingers are down, and of the picture's stream", "[virtualphone]")
{
    controlled control;
    json told = control.get("");
    CHECK(told["fingers"] == json::array());
    CHECK(told["reports_land"] == false); // of iOS 18.5
    CHECK(told["stream"]["running"] == false);
    CHECK(told["stream"]["pictures"] == 0);
    auto& device = control.runner.device;
    device.os.touch(3, virtualphone::touch_phase::down, {.x = 10, .y = 20}, device.clock.now());
    device.stream.running = true;
    device.stream.packets = 7;
    told = control.get("");
    CHECK(told["fingers"] == json::array({{{"finger", 3}, {"x", 10.0}, {"y", 20.0}}}));
    CHECK(told["stream"]["running"] == true);
    CHECK(told["stream"]["packets"] == 7);
    device.os.touch(3, virtualphone::touch_phase::up, {.x = 10, .y = 20}, device.clock.now());
    CHECK(control.get("")["fingers"] == json::array());
}

TEST_CASE("a frame is the panel's PNG", "[virtualphone]")
{
    controlled control;
    const auto response = control.client.ask(verb::get, control.path("frame.png"));
    CHECK(response[http::field::content_type] == "image/png");
    CHECK(response.body().starts_with("\x89PNG"));
}

TEST_CASE("events are told from any index on", "[virtualphone]")
{
    controlled control;
    const json none = control.get("events?since=100000");
    CHECK(none["events"].empty());
    control.post("clipboard", {{"text", "hello"}});
    const json all = control.get("events");
    REQUIRE_FALSE(all["events"].empty());
    CHECK(all["events"].back()["kind"] == "clipboard");
    CHECK(all["next"] == all["events"].size());
    const std::string last = std::to_string(all["events"].size() - 1);
    CHECK(control.get("events?since=" + last)["events"].size() == 1);
}

TEST_CASE("the world acts on a phone", "[virtualphone]")
{
    controlled control;
    CHECK(control.post("clipboard", {{"text", "copied"}})["clipboard"] == "copied");
    CHECK(control.post("open", {{"bundle_id", "com.thimble.sketch"}})["front_app"] ==
          "com.thimble.sketch");
    const json turned = control.post("rotate", {{"orientation", "landscape_left"}});
    CHECK(turned["orientation"] == "landscape_left");
    CHECK(turned["width_px"] == 2556);
    CHECK(turned["width_pt"] == 852);
    CHECK(control.post("lock")["locked"] == true);
    CHECK(control.post("unlock")["locked"] == false);
    control.post("alert", {{"title", "Hello"}, {"buttons", {"A", "B"}}});
    CHECK(control.runner.device.os.alert()->buttons == std::vector<std::string>{"A", "B"});
    control.post("alert", {{"title", "Later"}, {"bundle_id", "com.apple.mobilenotes"}});
    CHECK(control.runner.device.os.alert()->title == "Hello"); // that app is not in front
    CHECK(control.post("runner", {{"state", "dead"}})["runner"] == "dead");
    CHECK(control.runner.device.ports.find(8100) == nullptr);
    CHECK(control.post("runner", {{"state", "hung"}})["runner"] == "hung");
}

TEST_CASE("edges are the system's or the app's", "[virtualphone]")
{
    controlled control;
    control.post("automation", {{"state", "asked"}});
    CHECK(control.runner.device.automation == virtualphone::ui_automation::asked);
    control.post("edges", {{"state", "app_w3c"}});
    CHECK(control.runner.device.edge_swipes == virtualphone::edge_swipes::w3c_of_app);
    control.post("edges", {{"state", "system"}});
    CHECK(control.runner.device.edge_swipes == virtualphone::edge_swipes::of_system);
    CHECK(control.post("runner", {{"state", "zombie"}})["runner"] == "zombie");
}

TEST_CASE("both volume buttons end the runner", "[virtualphone]")
{
    controlled control;
    CHECK(control.post("volume_buttons")["runner"] == "dead");
    std::vector<std::string> pressed;
    for (const auto& each : control.get("events")["events"])
        if (each["kind"] == "button")
            pressed.push_back(each["name"]);
    CHECK(pressed == std::vector<std::string>{"volume_up", "volume_down"});
    CHECK(control.post("volume_buttons")["runner"] == "dead");
}

TEST_CASE("apps have windows, sheets and developers", "[virtualphone]")
{
    controlled control;
    const json sketch{{"bundle_id", "com.thimble.sketch"}};
    const auto with = [&](const char* name, const char* value) {
        json body = sketch;
        body[name] = value;
        return body;
    };
    control.post("window", with("mode", "scaled"));
    CHECK(control.runner.device.os.app_frame("com.thimble.sketch").width == 320);
    control.post("window", with("mode", "full"));
    CHECK(control.runner.device.os.app_frame("com.thimble.sketch").width == 393);
    control.post("app_trust", with("state", "no"));
    CHECK(control.runner.device.untrusted_apps.contains("com.thimble.sketch"));
    control.post("app_trust", with("state", "expired"));
    CHECK(control.runner.device.untrusted_apps.empty());
    CHECK(control.runner.device.expired_apps.contains("com.thimble.sketch"));
    control.post("app_trust", with("state", "yes"));
    CHECK(control.runner.device.untrusted_apps.empty());
    CHECK(control.runner.device.expired_apps.empty());
    control.post("open", sketch);
    json sheet = with("kind", "sheet");
    sheet["title"] = "Share";
    control.post("alert", sheet);
    CHECK(control.runner.device.os.alert()->kind == virtualphone::alert_kind::sheet);
}

TEST_CASE("an app that takes its time is in front later, or never after a way home",
          "[virtualphone]")
{
    controlled control;
    auto& device = control.runner.device;
    const auto tap_settings = [&] {
        for (const auto& each : control.get("elements").at("elements"))
            if (each.at("label") == "Settings") {
                const virtualphone::place on{.x = each.at("x").get<double>() + 20,
                                             .y = each.at("y").get<double>() + 20};
                const auto now = device.clock.now();
                device.os.touch(1, virtualphone::touch_phase::down, on, now);
                device.os.touch(1, virtualphone::touch_phase::up, on,
                                now + virtualphone::milliseconds(50));
            }
    };
    const auto front_after = [&](virtualphone::milliseconds passed) {
        device.os.advance(device.clock.now() + passed);
        return device.os.front_app();
    };
    control.post("opening", {{"ms", 30'000}});
    tap_settings();
    CHECK(front_after(virtualphone::milliseconds(100)) == "com.apple.springboard");
    device.os.go_home(device.clock.now());
    CHECK(front_after(virtualphone::milliseconds(31'000)) == "com.apple.springboard");
    tap_settings();
    CHECK(front_after(virtualphone::milliseconds(62'000)) == "com.apple.Preferences");
    control.post("opening", {{"ms", 0}});
}

TEST_CASE("cables, trust and the mux are the world's", "[virtualphone]")
{
    controlled control;
    CHECK(control.post("unplug")["plugged"] == false);
    CHECK(control.post("plug")["plugged"] == true);
    control.post("trust", {{"state", "ask"}});
    CHECK(control.runner.device.trust == virtualphone::trust::ask);
    CHECK(control.client.ask(verb::post, "/mux/stop").result_int() == 200);
    CHECK(control.client.ask(verb::post, "/mux/start").result_int() == 200);
    CHECK(control.around.done ==
          std::vector<std::string>{"unplug", "plug", "trust", "stop", "start"});
}

TEST_CASE("a reboot loses the runner and the image, and the phone comes back", "[virtualphone]")
{
    controlled control;
    const json told = control.post("reboot");
    CHECK(told["plugged"] == true);
    CHECK(told["runner"] == "dead");
    CHECK(told["front_app"] == "com.apple.springboard");
    CHECK_FALSE(control.runner.device.developer_image_mounted);
    CHECK(control.around.done == std::vector<std::string>{"unplug", "plug"});
}

TEST_CASE("developer mode goes on by the switch, a restart and an answer", "[virtualphone]")
{
    controlled control;
    auto& device = control.runner.device;
    device.developer_mode = false;
    const auto turn = [&](const char* to) {
        return control.client
            .ask(verb::post, control.path("developer_mode"), json{{"state", to}}.dump())
            .result_int();
    };
    CHECK(turn("on") == 409); // Settings does not show it
    device.developer_menu = true;
    CHECK(turn("confirm") == 409);
    CHECK(turn("sideways") == 400);
    CHECK(turn("on") == 200);
    CHECK(control.around.done == std::vector<std::string>{"unplug", "plug"});
    CHECK_FALSE(device.developer_mode);
    CHECK(control.get("")["developer_question"] == true);
    CHECK(turn("confirm") == 200);
    CHECK(control.get("")["developer_mode"] == true);
    CHECK(control.get("")["developer_question"] == false);
    CHECK(turn("confirm") == 409);
    CHECK(turn("on") == 409);
    CHECK(turn("off") == 200);
    CHECK_FALSE(device.developer_mode);
    CHECK(turn("on") == 200);
    CHECK(turn("decline") == 200);
    CHECK_FALSE(device.developer_mode);
    CHECK(turn("confirm") == 409);
    control.post("lock");
    CHECK(turn("on") == 409);
}

TEST_CASE("a runner is installed where there is none", "[virtualphone]")
{
    controlled control;
    auto& device = control.runner.device;
    const auto count = [&] { return device.os.apps().size(); };
    CHECK(control.refused(verb::post, control.path("install_runner")) == 409);
    const auto with_runner = count();
    REQUIRE(device.os.launch(device.os.who().installed_runner(), device.clock.now()));
    REQUIRE(device.os.remove_runner(device.clock.now()));
    CHECK(count() == with_runner - 1);
    CHECK(device.os.front_app() == "com.apple.springboard");
    CHECK_FALSE(device.os.remove_runner(device.clock.now()));
    CHECK(control.get("")["runner_id"] == "");
    device.trusts_developers = false;
    const auto told = control.post("install_runner", {{"bundle_id", "org.example.runner"}});
    CHECK(told["runner_id"] == "org.example.runner");
    CHECK(told["untrusted_apps"] == json::array({"org.example.runner"}));
    CHECK(count() == with_runner);
    CHECK(device.os.launch("org.example.runner", device.clock.now()));
    control.post("app_trust", {{"bundle_id", "org.example.runner"}, {"state", "yes"}});
    CHECK(device.untrusted_apps.empty());
}

TEST_CASE("faults are set and cleared", "[virtualphone]")
{
    controlled control;
    wda_client client(control.runner);
    control.post("fault", {{"service", "wda"}, {"kind", "error"}, {"count", 1}});
    CHECK(client.ask(verb::get, "/status").result_int() == 500);
    CHECK(client.ask(verb::get, "/status").result_int() == 200);
    control.post("fault", {{"service", "wda"}, {"kind", "error"}});
    CHECK(client.ask(verb::get, "/status").result_int() == 500);
    CHECK(control.client.ask(verb::delete_, control.path("fault")).result_int() == 200);
    CHECK(client.ask(verb::get, "/status").result_int() == 200);
}

TEST_CASE("a Unix socket serves as well and is gone after the end", "[virtualphone]")
{
    const std::string path = socket_path();
    {
        controlled control(path);
        CHECK(control.get("")["plugged"] == true);
        CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
              (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
        control.server->stop();
        control.client.begin_receive();
        control.runner.run_until([&] { return control.client.closed(); });
    }
    CHECK_FALSE(std::filesystem::exists(path));
}
