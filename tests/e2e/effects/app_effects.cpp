// Apps, addresses, shortcuts, and several actions in a row.
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/settings_list.hpp"
#include "tests/e2e/effects/text_reading.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace thimble::e2e {

using nlohmann::json;

namespace {

void open_app(const driven_phone& on)
{
    const auto opened = [&](const std::string& name) {
        const auto record = on.act("open-app", {{"app_name", name}});
        check_seen(on, record);
        CHECK(record.at("result").at("bundle_id") == on.front_app());
        return on.front_app();
    };
    CHECK(opened("com.apple.mobilenotes") == app::notes);
    CHECK(opened("Settings") == app::settings);
    CHECK(opened("nötes") == app::notes);
    CHECK(opened("Calcul") == app::calculator);
    on.act("home");
    REQUIRE(eventually(5s, [&] { return on.front_app() == app::home_screen; }));
    CHECK(opened("calculator") == app::calculator);
}

void open_missing_app(const driven_phone& on)
{
    const auto start = on.now();
    CHECK(on.refused("open-app", {{"app_name", "Calcolator"}}) == "APP_NOT_FOUND");
    CHECK(on.phone().events(start).empty());
}

void apps(const driven_phone& on)
{
    const auto start = on.now();
    const auto read = on.act("apps/refresh");
    CHECK(read.at("source") == "device");
    CHECK(read.at("app_count") == read.at("apps").size());
    CHECK(on.get("apps").json().at("apps") == read.at("apps"));
    CHECK(on.phone().events(start).empty());
}

void open_web_address(const driven_phone& on)
{
    const std::string url = "https://example.com/a%20b?q=1#top";
    const auto record = on.act("open-url", {{"url", url}, {"consume_mode", "x"}});
    CHECK(record.at("action_id") == record.at("id"));
    CHECK(on.front_app() == app::safari);
    CHECK(on.state_of(app::safari).at("url") == url);
    on.act("open-url", {{"url", "http://needles.example/page/2"}});
    CHECK(on.state_of(app::safari).at("history").back() == "http://needles.example/page/2");
}

void open_address_of_an_app(const driven_phone& on)
{
    on.act("open-url", {{"url", "maps://?q=Berlin"}});
    CHECK(on.front_app() == app::maps);
    CHECK(on.refused("open-url", {{"url", "nobody://knows"}}) == "ACTION_FAILED no_app_for_url");
}

/// No service of the phone opens them, as far as is known.
void refused_address(const driven_phone& on)
{
    on.open(app::notes);
    const auto start = on.now();
    CHECK(on.refused("open-url", {{"url", "https://example.com/a"}}) == "UNSUPPORTED_ACTION");
    CHECK(on.refused("open-url", {{"url", "maps://?q=Berlin"}}) == "UNSUPPORTED_ACTION");
    CHECK(on.phone().events(start).empty());
    CHECK(on.front_app() == app::notes);
}

/// They are run by an address of theirs.
void refused_shortcut(const driven_phone& on)
{
    const auto start = on.now();
    CHECK(on.refused("shortcut", {{"name", "Set clipboard"}}) == "UNSUPPORTED_ACTION");
    CHECK(on.phone().events(start).empty());
}

json shortcut_state(const driven_phone& on, const char* what)
{
    return on.state_of(app::shortcuts).at(what);
}

void shortcut_by_name(const driven_phone& on)
{
    const std::string input = "50% & more? ü=1\n";
    on.act("shortcut", {{"name", "Set clipboard"}, {"input", input}});
    CHECK(shortcut_state(on, "last") == "Set clipboard");
    CHECK(shortcut_state(on, "input") == input);
    CHECK(on.fact("clipboard") == input);
    on.act("shortcut", {{"name", "Add note"}, {"input", "Buy thread & \"silk\""}});
    const auto notes = on.state_of(app::notes).at("text").get<std::string>();
    CHECK(notes.ends_with("Buy thread & \"silk\""));
}

void shortcut_by_index(const driven_phone& on)
{
    const json names{"Set clipboard", "Über mich", "Open Maps", "Add note"};
    const auto library = on.daemon().path(on.phone(), "/shortcuts");
    const auto put = on.daemon().api().send("PUT", library, json{{"shortcuts", names}}.dump(), {});
    CHECK(put.status == 200);
    CHECK(on.get("shortcuts").json().at("shortcuts") == names);
    const auto runs = on.phone().facts().at("apps").at(app::shortcuts).at("runs").get<int>();
    on.act("shortcut", {{"index", 1}});
    CHECK(shortcut_state(on, "last") == "Über mich");
    CHECK(shortcut_state(on, "input").is_null());
    on.act("shortcut", {{"index", 2}});
    CHECK(on.front_app() == app::maps);
    CHECK(shortcut_state(on, "runs") == runs + 2);
    CHECK(on.refused("shortcut", {{"index", 4}}) == "SHORTCUT_NOT_FOUND");
}

void batch(const driven_phone& on)
{
    const auto done = on.act("batch", {{"steps",
                                        {{{"action", "open-app"}, {"app_name", "Calculator"}},
                                         {{"action", "tap/select"}, {"selector", "AC"}},
                                         {{"action", "tap/select"}, {"selector", "4"}},
                                         {{"action", "tap/select"}, {"selector", "2"}}}}});
    CHECK(done.at("result").at("steps").size() == 4);
    CHECK(on.state_of(app::calculator).at("display") == "42");
}

void batch_by_text(const driven_phone& on)
{
    on.open(app::settings);
    const json steps{{{"action", "open-app"}, {"app_name", "Settings"}},
                     {{"action", "tap/select"}, {"selector", "Bluetooth"}}};
    const auto done = act_on_text(on, "batch", {{"steps", steps}});
    CHECK(done.at("result").at("steps").size() == 2);
    CHECK(on.state_of(app::settings).at("page") == "Bluetooth");
    leave_page(on);
}

void select(const driven_phone& on)
{
    const auto record = on.act("select");
    CHECK(record.at("name") == on.fact("name"));
    CHECK(on.daemon().record_of(on.phone()).at("connection_status") == "online");
}

void end_app(const driven_phone& on)
{
    on.open(app::notes);
    const auto ended = on.act("apps/com.apple.mobilenotes/terminate");
    CHECK(ended.at("result").at("was_running") == true);
    CHECK(on.front_app() == app::home_screen);
    const auto again = on.act("apps/com.apple.mobilenotes/terminate");
    CHECK(again.at("result").at("was_running") == false);
    CHECK(on.refused("apps/com.apple.springboard/terminate") == "ACTION_FAILED app_is_needed");
}

/// The picture is as the phone shows it, however it is turned.
void screenshot(const driven_phone& on)
{
    on.open(app::sketch);
    const auto picture = on.get("screenshot?format=jpeg");
    CHECK(picture.status == 200);
    CHECK(picture.header("Content-Type") == "image/jpeg");
    CHECK(on.fact("orientation") == picture.header("X-Screen-Orientation"));
    const auto width = std::stoi(picture.header("X-Screen-Width"));
    const auto height = std::stoi(picture.header("X-Screen-Height"));
    CHECK((width > height) == (on.fact("width_px") > on.fact("height_px")));
    CHECK(std::max(width, height) == 1344);
}

constexpr std::array effects_of_apps{
    effect{"open-app", "by bundle id, name, folded name and prefix", open_app},
    effect{"open-app", "that is not there", open_missing_app},
    effect{"terminate", "an app that runs, one that does not, and the home screen", end_app},
    effect{"apps/refresh", "", apps},
    effect{"open-url", "of the web", open_web_address, refused_address},
    effect{"open-url", "of an app, and of none", open_address_of_an_app, refused_address},
    effect{"shortcut", "by name, with input", shortcut_by_name, refused_shortcut},
    effect{"shortcut", "by index", shortcut_by_index, refused_shortcut},
    effect{"batch", "", batch, batch_by_text},
    effect{"select", "", select},
    effect{"screenshot", "", screenshot},
};

} // namespace

std::span<const effect> app_effects()
{
    return effects_of_apps;
}

} // namespace thimble::e2e
