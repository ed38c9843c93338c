// The keys of the pages: the palette, the overview, and going through lists.
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;

namespace {

const std::string chosen_option = "document.querySelector('.palette [aria-selected=true]')";

void open_palette(page& in)
{
    in.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: "
                "true }))");
    REQUIRE(in.until("document.querySelector('dialog.palette[open]')", timeout));
}

} // namespace

TEST_CASE("the palette goes to a phone and does what its page can do", "[browser]")
{
    constexpr auto notes_app = "com.apple.mobilenotes";
    const dashboard_view on({.device_time = "0"});
    auto page = on.shown("usage");
    open_palette(page);
    CHECK(page.evaluate("document.activeElement.matches('.palette input')") == true);
    const std::string offer = "document.querySelector('.palette input').placeholder";
    CHECK(page.evaluate(offer) == "Go to a phone, a page or a session");
    page.type("iphone");
    CHECK(page.until(chosen_option + "?.textContent.includes('iPhone 15 Pro')", timeout));
    page.strike("Enter");
    REQUIRE(page.until("document.querySelectorAll('.apps li').length > 5", timeout));
    CHECK(page.evaluate("document.querySelector('dialog')").is_null());
    open_palette(page);
    CHECK(page.evaluate(offer + ".includes(', open an app')") == true);
    page.type("open notes");
    CHECK(page.until(chosen_option + "?.textContent.includes('Open Notes')", timeout));
    page.strike("Enter");
    CHECK(eventually(timeout, [&] { return on.phone.facts().at("front_app") == notes_app; }));
    open_palette(page);
    page.type("no such thing at all");
    CHECK(page.until("document.querySelector('.palette .hint').textContent === 'No matches.'",
                     timeout));
    CHECK(page.evaluate("document.querySelector('.palette .hint').getBoundingClientRect().top - "
                        "document.querySelector('.palette input').getBoundingClientRect().bottom > "
                        "6") == true); // the ring of the focus is four pixels wide
    page.strike("Escape");
    CHECK(page.until("!document.querySelector('dialog')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("keys go through a list, to other pages and to the search", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    REQUIRE(on.system->until_ready(on.phones.at(1), timeout));
    auto page = on.shown();
    REQUIRE(
        page.until("document.querySelectorAll('article[data-state=ready]').length === 2", timeout));
    const std::string at =
        "[...document.querySelectorAll('article h2 a')].indexOf(document.activeElement)";
    page.type("j");
    CHECK(page.evaluate(at) == 0);
    page.type("j");
    CHECK(page.evaluate(at) == 1);
    page.type("k");
    CHECK(page.evaluate(at) == 0);
    page.type("/");
    CHECK(page.evaluate("document.activeElement.matches('[data-search]')") == true);
    page.type("jk?"); // letters, while somebody types
    CHECK(page.evaluate("document.activeElement.value") == "jk?");
    page.evaluate("document.activeElement.blur()");
    page.type("?");
    CHECK(page.until("document.querySelector('dialog.overview[open]')", timeout));
    page.strike("Escape");
    CHECK(page.until("!document.querySelector('dialog')", timeout));
    // The second key has to come soon, which a busy machine may not manage the first time.
    CHECK(eventually(timeout, [&] {
        page.type("gs");
        return page.evaluate("location.hash === '#/sessions'") == true;
    }));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page without a search opens the palette, which finds a session by its task",
          "[browser]")
{
    const session_view with({.turns = {e2e::claim("It is done.")}});
    auto page = with.begun("Water the plants.");
    REQUIRE(page.until(session_is("Completed"), timeout));
    page.evaluate("location.hash = '#/phones/" + with.on.system->id_of(with.on.phone) +
                  "/activity'");
    REQUIRE(
        page.until("document.querySelector('#tab-activity')?.ariaSelected === 'true'", timeout));
    page.evaluate("document.activeElement.blur()");
    page.type("/");
    REQUIRE(page.until("document.querySelector('dialog.palette[open]')", timeout));
    CHECK(page.evaluate("document.querySelector('.palette input').value") == "");
    page.type("plants");
    CHECK(page.until(chosen_option + "?.textContent.includes('Water the plants.')", timeout));
    page.strike("Enter");
    CHECK(page.until("location.hash === '#/sessions/" + with.latest().at("id").get<std::string>() +
                         "'",
                     timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the palette pauses a session on its page", "[browser]")
{
    auto silent = e2e::turn_of("wait");
    silent["delay_ms"] = 600'000; // for longer than any test takes
    const session_view with({.turns = {silent}, .for_ever = true});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Running"), timeout));
    open_palette(page);
    page.type("pause");
    CHECK(page.until(chosen_option + "?.textContent.startsWith('Pause')", timeout));
    page.strike("Enter");
    CHECK(page.until(session_is("Paused"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("keys of the pages are the phone's while its screen has the focus", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.evaluate("document.querySelector('.keyboard').focus()");
    page.type("gs?");
    CHECK(page.evaluate("location.hash.startsWith('#/phones/')") == true);
    CHECK(page.evaluate("document.querySelector('dialog')").is_null());
}

TEST_CASE("on a touch screen everything is large enough for a finger", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.touch_screen();
    page.resize(390, 844);
    const auto small = [&] {
        return page.evaluate(
            "[...document.querySelectorAll('button, nav a, select, [role=tab]')]"
            ".filter((each) => each.getClientRects().length > 0 && each.offsetHeight < 44)"
            ".map((each) => each.textContent)");
    };
    CHECK(page.until("matchMedia('(pointer: coarse)').matches", timeout));
    CHECK(small() == nlohmann::json::array());
    page.evaluate("location.hash = '#/sessions'");
    REQUIRE(page.until("document.querySelector('option')", timeout));
    CHECK(small() == nlohmann::json::array());
    CHECK(page.evaluate("document.querySelector('nav').offsetHeight < 70") == true); // one row
}

} // namespace thimble::browser
