// The dashboard without a mouse.
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;

namespace {

constexpr int most_stops = 60; // of Tab on any page

/// Script: the element that has the focus is called so.
std::string focused(const std::string& name)
{
    return "(document.activeElement.getAttribute('aria-label') ?? "
           "document.activeElement.textContent.trim()) === " +
           nlohmann::json(name).dump();
}

/// Goes on with Tab until what has the focus is called so.
bool tab_to(page& in, const std::string& name)
{
    for (int stop = 0; stop < most_stops; ++stop) {
        in.strike("Tab");
        if (in.evaluate(focused(name)) == true)
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("a phone is opened and driven by the keyboard alone", "[browser]")
{
    constexpr auto sketch = "com.thimble.sketch";
    const dashboard_view on({.device_time = "0"});
    on.phone.make("open", {{"bundle_id", sketch}});
    auto page = on.shown();
    REQUIRE(tab_to(page, "iPhone 15 Pro"));
    page.strike("Enter");
    REQUIRE(page.until("document.querySelector('.touchable canvas:not(.blank)')", timeout));
    REQUIRE(tab_to(page, "The phone's screen"));
    REQUIRE(tab_to(page, "Home")); // Tab leads out of the screen, too
    CHECK(on.phone.facts().at("front_app") == sketch);
    page.strike("Enter");
    CHECK(eventually(timeout, [&] { return on.phone.facts().at("front_app") != sketch; }));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a session is paused, resumed, interrupted and stopped by the keyboard alone",
          "[browser]")
{
    auto silent = e2e::turn_of("wait");
    silent["delay_ms"] = 600'000;
    const session_view with({.turns = {silent}, .for_ever = true});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Running"), timeout));
    REQUIRE(tab_to(page, "Pause"));
    page.strike("Enter");
    REQUIRE(page.until(session_is("Paused"), timeout));
    CHECK(page.evaluate(focused("Resume")) == true);
    page.strike("Enter");
    REQUIRE(page.until(session_is("Running"), timeout));
    CHECK(page.evaluate(focused("Pause")) == true);
    REQUIRE(tab_to(page, "Interrupt"));
    page.strike("Enter");
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    CHECK(page.evaluate("document.activeElement.id") == "message");
    REQUIRE(tab_to(page, "Stop"));
    page.strike("Enter");
    REQUIRE(page.until(session_is("Stopped"), timeout));
    CHECK(page.evaluate("document.activeElement.id") == "page");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone is made the default one, and a key is put away, by the keyboard alone",
          "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    REQUIRE(on.system->until_ready(on.phones.at(1), timeout));
    auto page = on.shown();
    const std::string pressed =
        "document.activeElement.closest('article')?.querySelector('.active')";
    REQUIRE(page.until("document.querySelectorAll('.make-default:not([hidden])').length === 2",
                       timeout));
    page.evaluate("document.querySelector('article .title > .icon-button').focus()");
    page.strike("Enter");
    REQUIRE(page.until("document.querySelector('.menu:popover-open')", timeout));
    page.evaluate("document.querySelector('.menu:popover-open .make-default').focus()");
    page.strike("Enter");
    CHECK(page.until(pressed + ".hidden === false", timeout));
    CHECK(page.evaluate("document.activeElement.matches('article .title > .icon-button')") == true);

    page.evaluate("location.hash = '#/keys'");
    REQUIRE(page.until("document.querySelector('form.line input')", timeout));
    page.evaluate("document.querySelector('form.line input').value = 'build server'");
    page.evaluate("document.querySelector('form.line').requestSubmit()");
    REQUIRE(page.until("document.querySelector('#new-key')", timeout));
    REQUIRE(tab_to(page, "Done"));
    page.strike("Enter");
    CHECK(page.until("!document.querySelector('#new-key')", timeout));
    CHECK(page.evaluate("document.activeElement.matches('form.line input')") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a job that comes meanwhile takes no focus from the list of jobs", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    press_button(page, "Activity");
    press_button(page, "Home");
    REQUIRE(page.until(
        "document.querySelector('li[data-job][data-status=completed][data-own=true]')", timeout));
    page.evaluate("document.querySelector('li[data-job] summary').click()");
    REQUIRE(page.until("document.querySelector('li[data-job] button')", timeout));
    REQUIRE(tab_to(page, "Copy as curl"));
    REQUIRE(on.system->api().post(on.system->path(on.phone, "/volume-up"), "{}").status == 200);
    REQUIRE(page.until("document.querySelectorAll('li[data-job]').length === 2", timeout));
    CHECK(page.evaluate("document.activeElement.textContent") == "Copy as curl");
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
