// Every page of the dashboard as people see it: wide and narrow, light and dark. With
// THIMBLE_PICTURES=DIRECTORY in the environment what was seen is written there.
#include "service/dashboard/dashboard.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace thimble::browser {

using std::chrono_literals::operator""s;

namespace {

struct look {
    int width;
    int height;
    bool dark;
};

constexpr std::array looks{look{.width = 1280, .height = 860, .dark = false},
                           look{.width = 1280, .height = 860, .dark = true},
                           look{.width = 390, .height = 844, .dark = false}};

/// Each page, and what is on it once it is whole.
struct shown_page {
    std::string name;
    std::string whole;
};

const std::array pages{
    shown_page{.name = "phones", .whole = "document.querySelector('article canvas:not(.blank)')"},
    shown_page{.name = "phone", .whole = "document.querySelectorAll('.apps li').length > 5"},
    shown_page{.name = "phone/clipboard",
               .whole = "document.querySelector('#panel-clipboard:not([hidden])')"},
    shown_page{.name = "phone/elements",
               .whole = "document.querySelectorAll('.tree li').length > 5"},
    shown_page{.name = "phone/activity", .whole = "document.querySelector('li[data-job]')"},
    shown_page{.name = "phone/api", .whole = "document.querySelector('#panel-api:not([hidden])')"},
    shown_page{.name = "sessions", .whole = "document.querySelector('option')"},
    shown_page{.name = "desktops", .whole = "document.querySelector('tbody tr')"},
    shown_page{.name = "keys", .whole = "document.querySelector('h1')"},
    shown_page{.name = "usage", .whole = "document.querySelector('h1')"},
    shown_page{.name = "secrets", .whole = "document.querySelector('h1')"},
    shown_page{.name = "nothing", .whole = "document.querySelector('.empty')"}};

std::string axe()
{
    auto text = e2e::content_of(std::filesystem::path(THIMBLE_JUDGES_DIR) /
                                "node_modules/axe-core/axe.min.js");
    if (text.empty())
        throw std::runtime_error("axe-core is not there: tests/judges/install installs it");
    return text + ";0";
}

/// Complaints of axe-core about the page, in words.
std::vector<std::string> violations(page& in)
{
    return in
        .evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => "
                  "id + ': ' + nodes.map((each) => each.target.join(' ')).join(', ')))")
        .get<std::vector<std::string>>();
}

void keep(const std::string& name, const look& as, const std::string& picture)
{
    const char* const directory = std::getenv("THIMBLE_PICTURES");
    if (directory == nullptr)
        return;
    auto file = name;
    std::ranges::replace(file, '/', '-');
    file += (as.width < 1000 ? std::string("-narrow") : "") + (as.dark ? "-dark" : "") + ".png";
    std::ofstream(std::filesystem::path(directory) / file, std::ios::binary) << picture;
}

void check(page& in, const std::string& name)
{
    for (const auto& as : looks) {
        INFO(name << " " << as.width << (as.dark ? " dark" : " light"));
        keep(name, as, in.picture(as.width, as.height, as.dark));
        CHECK(violations(in) == std::vector<std::string>{});
        CHECK(in.evaluate("document.documentElement.scrollWidth <= innerWidth") == true);
    }
}

/// Controls that are pressed by themselves, and not as words in a sentence, and are lower than a
/// finger needs them.
std::vector<std::string> too_low(page& in)
{
    return in
        .evaluate(
            R"js([...document.querySelectorAll(`button:not(.moment:disabled), nav a, select, summary, .choice, .switch, .brand,
            input:not([type=checkbox], [type=radio], [type=range], [type=file]), .back, .told h2 a,
            .told > .guide, tbody th a, .empty > a, #foot a`)]
            .filter((each) => each.getClientRects().length > 0 && each.getBoundingClientRect().height < 44)
            .map((each) => `${each.localName} ${each.className}: ${each.textContent}`))js")
        .get<std::vector<std::string>>();
}

/// Turns the dashboard to one of the pages, and waits until it is whole.
bool turned_to(const dashboard_view& on, page& in, const shown_page& which)
{
    const auto& name = which.name;
    const bool of_phone = name == "phone" || name.starts_with("phone/");
    const auto address = of_phone ? "phones/" + on.system->id_of(on.phone) + name.substr(5) : name;
    in.evaluate("location.hash = '#/" + address + "'");
    return in.until(which.whole, timeout);
}

} // namespace

TEST_CASE("axe-core finds nothing on any page, and none is wider than its window", "[browser]")
{
    const dashboard_view on;
    const auto judge = axe();
    auto page = on.shown();
    page.evaluate(judge);
    REQUIRE(on.system->api().post(on.system->path(on.phone, "/volume-up"), "{}").status == 200);
    for (const auto& each : pages) {
        INFO(each.name);
        CHECK(turned_to(on, page, each));
        check(page, each.name);
    }
    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    check(page, "sign-in");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("on a touch screen every page is large enough for a finger", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16,locked"}});
    REQUIRE(
        on.system->api().post("/v1/keys", R"({"name": "build server"})").json().contains("key"));
    auto page = on.shown();
    page.touch_screen();
    page.resize(390, 844);
    REQUIRE(page.until("matchMedia('(pointer: coarse)').matches", timeout));
    REQUIRE(on.system->api().post(on.system->path(on.phone, "/volume-up"), "{}").status == 200);
    for (const auto& each : pages) {
        INFO(each.name);
        CHECK(turned_to(on, page, each));
        CHECK(too_low(page) == std::vector<std::string>{});
    }
    page.evaluate("location.hash = '#/keys'");
    CHECK(page.until("document.querySelector('tr[data-key]')", timeout));
    CHECK(too_low(page) == std::vector<std::string>{});
    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    CHECK(too_low(page) == std::vector<std::string>{});
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("on a touch screen the page of a session is large enough for a finger", "[browser]")
{
    const session_view with(
        {.turns = {e2e::turn_of("ask_user", {{"question", "Which one?"}}), e2e::claim("Done.")}});
    auto page = with.begun();
    page.touch_screen();
    page.resize(390, 844);
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    REQUIRE(page.until("matchMedia('(pointer: coarse)').matches", timeout));
    CHECK(too_low(page) == std::vector<std::string>{});
    say_to_agent(page, "The first.");
    REQUIRE(page.until(session_is("Completed"), timeout));
    CHECK(too_low(page) == std::vector<std::string>{});
    page.evaluate("location.hash = '#/sessions'");
    REQUIRE(page.until("document.querySelector('.sessions li')", timeout));
    CHECK(too_low(page) == std::vector<std::string>{});
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("axe-core finds nothing in a table of phones, the palette and the list of keys",
          "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16,locked"}});
    auto page = on.shown();
    page.evaluate(axe());
    REQUIRE(page.until("document.querySelectorAll('article').length === 2", timeout));
    check(page, "phones-many");
    press_button(page, "Table");
    REQUIRE(page.until("document.querySelectorAll('tr[data-phone]').length === 2", timeout));
    check(page, "phones-table");
    page.evaluate("document.querySelector('#palette').click()");
    REQUIRE(page.until("document.querySelectorAll('.palette li').length > 5", timeout));
    check(page, "palette");
    page.evaluate("document.querySelector('.palette').close()");
    REQUIRE(page.until("!document.querySelector('dialog')", timeout));
    page.type("?");
    REQUIRE(page.until("document.querySelector('.overview[open]')", timeout));
    check(page, "keys-of-the-pages");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("axe-core finds nothing on any document, and none is wider than its window", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}});
    const e2e::thimble_system system(phones);
    const headless_browser chromium;
    auto page = opened_with_key(chromium, system);
    REQUIRE(page.until("!document.querySelector('#shell').hidden", timeout));
    page.evaluate(axe());
    for (const auto& each : service::dashboard::documents()) {
        const std::string name(each.name.substr(0, each.name.find('.')));
        INFO(name);
        page.evaluate("document.querySelector('#page').replaceChildren()");
        page.evaluate("location.hash = '#/docs/" + name + "'");
        REQUIRE(page.until("document.querySelector('.document h1')", timeout));
        check(page, "document-" + name);
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("axe-core finds nothing on the pages of a phone without a driver", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,runner=dead"}});
    const e2e::thimble_system system(phones, {"--runners", "off"});
    const auto blocked = [&] {
        const auto record = system.record_of(phones.at(0));
        return record.is_object() && !record.at("readiness").at("blockers").empty();
    };
    REQUIRE(e2e::eventually(timeout, blocked));
    const headless_browser chromium;
    auto page = opened_with_key(chromium, system);
    REQUIRE(page.until("document.querySelector('article .blockers li')", timeout));
    page.evaluate(axe());
    check(page, "phones-unready");
    page.evaluate("location.hash = '#/phones/" + system.id_of(phones.at(0)) + "'");
    REQUIRE(page.until("document.querySelector('.phone-head .blockers li')", timeout));
    check(page, "phone-unready");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("axe-core finds nothing on the pages of sessions, in work and done", "[browser]")
{
    auto first = e2e::turn_of("open_app", {{"app_name", "Settings"}});
    first["thinking"] = "The home screen is shown. Settings is in the dock.";
    first["text"] = "I open Settings.";
    const session_view with(
        {.turns = {first, e2e::turn_of("tap", {{"x", 310}, {"y", 330}}),
                   e2e::turn_of("ask_user", {{"question", "Shall I switch Airplane Mode on?"}}),
                   e2e::claim("Airplane Mode is on.")}});
    const auto judge = axe();
    auto page = with.begun("Switch Airplane Mode on, and tell me when it is.", true);
    page.evaluate(judge);
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    check(page, "session");
    REQUIRE(e2e::eventually(timeout, [&] { // so that there is something to play
        const auto id = with.latest().at("recording_id").get<std::string>();
        return with.on.system->api().get("/v1/recordings/" + id).json().at("bytes") > 0;
    }));
    say_to_agent(page, "Yes, please.");
    REQUIRE(page.until(session_is("Completed"), timeout));
    const std::string shows = "document.querySelectorAll('[data-type=tool_use] button')[1]";
    REQUIRE(page.until(shows, timeout)); // events come another way than the state
    page.evaluate(shows + ".click()");
    CHECK(page.until("document.querySelector('.marks circle')", timeout));
    CHECK(page.until("document.querySelector('.film canvas:not(.blank)')", timeout));
    check(page, "session-done");
    page.evaluate("location.hash = '#/sessions'");
    CHECK(page.until("document.querySelector('.sessions li')", timeout));
    check(page, "sessions-list");
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
