// The page of a phone as a cockpit: its screen in view, and what else there is beside it.
#include "tests/browser/phone_screen.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;
using nlohmann::json;
using std::chrono_literals::operator""ms;

namespace {

const std::string chosen_in_tree = "document.querySelector('.tree [aria-selected=true]')";

/// Script: the tab is the chosen one, and its panel alone is shown.
std::string shows_tab(const std::string& name)
{
    return "document.querySelector('#tab-" + name +
           "')?.ariaSelected === 'true' && "
           "[...document.querySelectorAll('[role=tabpanel]')].filter((each) => !each.hidden)"
           ".map((each) => each.id).join() === 'panel-" +
           name + "'";
}

} // namespace

TEST_CASE("a phone's screen stays in view while what stands beside it is scrolled", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 860);
    page.evaluate("document.querySelector('.tools').style.minHeight = '4000px'");
    page.evaluate("scrollTo(0, 2000)");
    REQUIRE(page.until("scrollY > 1500", timeout));
    CHECK(page.evaluate("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
                        "(document.querySelector('.touchable').getBoundingClientRect())") == true);
    CHECK(page.evaluate("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
                        "(document.querySelector('.rail').getBoundingClientRect())") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("in full screen the phone and its buttons fit the height of the window", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 720);
    const std::string pressed = "[...document.querySelectorAll('.rail button')]"
                                ".find((each) => each.textContent === 'Full screen')"
                                ".getBoundingClientRect()";
    page.click({.x = page.evaluate(pressed + ".left").get<double>() + 8,
                .y = page.evaluate(pressed + ".top").get<double>() + 8});
    REQUIRE(page.until("document.fullscreenElement?.matches('.stage')", timeout));
    for (const auto* part : {".touchable", ".rail", ".did"}) {
        INFO(part);
        CHECK(page.until("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
                         "(document.querySelector('" +
                             std::string(part) + "').getBoundingClientRect())",
                         timeout));
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the menu of a phone reaches into no margin of its page", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 860);
    page.evaluate("document.querySelector('.phone-head [popovertarget]').click()");
    REQUIRE(page.until("document.querySelector('.menu:popover-open')", timeout));
    CHECK(page.until("document.querySelector('.menu:popover-open').getBoundingClientRect().right "
                     "<= document.querySelector('.phone-page').getBoundingClientRect().right + 1",
                     timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the heading of a phone tells of its battery and of the app in front", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    const auto tells = [](const std::string& text) {
        return "document.querySelector('.phone-head').textContent.includes('" + text + "')";
    };
    CHECK(page.until(tells(" % battery"), timeout));
    CHECK(page.until(tells("in front: Home Screen"), timeout));
    REQUIRE(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    press_button(page, "Notes");
    CHECK(page.until(tells("in front: Notes"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the tabs of a phone are turned by arrow keys and named by the address", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    CHECK(page.evaluate(shows_tab("apps")) == true);
    page.evaluate("document.querySelector('#tab-apps').focus()");
    page.strike("ArrowRight");
    CHECK(page.evaluate(shows_tab("clipboard")) == true);
    CHECK(page.evaluate("document.activeElement.id") == "tab-clipboard");
    CHECK(page.evaluate("location.hash.endsWith('/clipboard')") == true);
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "/api'");
    CHECK(page.until(shows_tab("api"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a click selects an element without a touch, and its selector finds it again",
          "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.resize(1280, 860);
    page.allow_clipboard();
    press_button(page, "Elements");
    REQUIRE(page.until("document.querySelectorAll('.tree li').length > 5", timeout));
    page.evaluate("document.querySelector('#elements-on').click()");
    const auto found = on.system->api().get(on.system->path(on.phone, "/find?selector=Maps"));
    REQUIRE(found.status == 200);
    const auto maps = found.json().at("element");
    const auto middle = [&](const char* edge, const char* length) {
        return maps.at(edge).get<int>() + maps.at(length).get<int>() / 2;
    };
    const auto since = on.phone.next_event();
    page.rest(0ms);
    page.click(place_of(page, middle("x", "width"), middle("y", "height")));
    REQUIRE(page.until(chosen_in_tree + "?.textContent.includes('“Maps”')", timeout));
    CHECK(page.evaluate("document.querySelector('.details dl').textContent.includes('Place')") ==
          true);
    CHECK(on.phone.fingers_down(since).empty());

    press_button(page, "Copy selector");
    REQUIRE(page.until("navigator.clipboard.readText().then((text) => text !== '')", timeout));
    const auto copied = page.evaluate("navigator.clipboard.readText()");
    CHECK(on.system->api()
              .post(on.system->path(on.phone, "/tap/select"), json{{"selector", copied}}.dump())
              .status == 200);
    CHECK(
        eventually(timeout, [&] { return on.phone.facts().at("front_app") == "com.apple.Maps"; }));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the tree of elements is gone through by arrow keys", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate(R"js(import("/dashboard/element_tree.js").then(({ ElementTree }) => {
        const of = (label, x, y, width, height) =>
            ({ type: "Other", label, x, y, width, height, ref: label });
        window.tree = new ElementTree((element) => (window.taken = element?.label), () => {});
        document.querySelector("#page").replaceChildren(tree.element);
        tree.show([of("leaf", 10, 10, 20, 20), of("row", 5, 5, 80, 40), of("all", 0, 0, 100, 100),
                   of("next", 5, 50, 80, 40)]);
        tree.element.firstChild.focus();
    }))js");
    const auto levels = [&] {
        return page.evaluate("[...tree.element.children].filter((each) => !each.hidden)"
                             ".map((each) => each.ariaLevel).join()");
    };
    CHECK(levels() == "1,2,3,2");
    page.strike("ArrowDown");
    CHECK(page.evaluate("window.taken") == "row");
    CHECK(page.evaluate("document.activeElement === " + chosen_in_tree) == true);
    page.strike("ArrowLeft");
    CHECK(levels() == "1,2,2");
    page.strike("ArrowRight");
    CHECK(levels() == "1,2,3,2");
    page.strike("End");
    CHECK(page.evaluate("window.taken") == "next");
    page.strike("ArrowLeft"); // to what it lies in
    CHECK(page.evaluate("window.taken") == "all");
    page.evaluate("tree.choose(tree.nodes[2].element)");
    CHECK(page.evaluate(chosen_in_tree + ".textContent.includes('leaf')") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the words for an element are those that no other one has", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    const auto selector =
        page.evaluate(R"js(import("/dashboard/selectors.js").then(({ selectorOf }) => {
        const of = (type, label, y, identifier = null) => ({ type, label, identifier, x: 0, y });
        const all = [of("Button", "Save", 10), of("StaticText", "Wi-Fi", 20), of("Switch", "Wi-Fi", 20),
                     of("Cell", "Delete", 30, "first-row"), of("Cell", "Delete", 40), of("Other", "", 50)];
        return all.map((each) => selectorOf(each, all));
    }))js");
    CHECK(selector == json{R"("Save")", R"("Wi-Fi" text)", R"("Wi-Fi" switch)", R"("first-row")",
                           R"(the second "Delete" cell from the top)", nullptr});
}

TEST_CASE("a locked phone says so on its glass, and is unlocked there", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    REQUIRE(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    on.phone.make("lock");
    const std::string locked =
        "document.querySelector('.touchable.locked .lock-plate:not([hidden])')";
    REQUIRE(page.until(locked, timeout));
    CHECK(page.until("document.querySelector('.apps button').disabled", timeout));
    REQUIRE(page.until("!document.querySelector('.lock-plate button').hidden", timeout));
    const auto remedy_begins = [](const std::string& place, const std::string& words) {
        return "document.querySelector('" + place +
               " .blockers span')?.textContent.trim().startsWith('" + words + "')";
    };
    CHECK(page.until(remedy_begins(".phone-head", "Press Unlock."), timeout));
    page.evaluate("location.hash = '#/phones'");
    CHECK(page.until(remedy_begins("article", "Press Unlock on its page."), timeout));
    page.evaluate("history.back()");
    REQUIRE(page.until(locked + "?.querySelector('button').hidden === false", timeout));
    page.evaluate("document.querySelector('.lock-plate').requestSubmit()");
    CHECK(page.until("document.querySelector('.lock-plate').hidden", timeout));
    CHECK(page.until("document.querySelector('.apps button')?.disabled === false", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone is given to an agent on its page", "[browser]")
{
    const session_view with({.turns = {e2e::claim("It is done.")}});
    auto page = with.on.phone_page();
    page.evaluate("document.querySelector('.give textarea').value = 'Do what the script says.'");
    press_button(page, "Start session");
    REQUIRE(page.until("document.querySelector('.session-page')", timeout));
    CHECK(with.latest().at("instruction") == "Do what the script says.");
    CHECK(with.latest().at("phone_id") == with.on.system->id_of(with.on.phone));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
