// The dashboard without a mouse.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;

namespace {

constexpr int most_stops = 60; // of Tab on any page

/// Goes on with Tab until what has the focus is called so.
bool tab_to(page& in, const std::string& name)
{
    for (int stop = 0; stop < most_stops; ++stop) {
        in.strike("Tab");
        if (in.evaluate("document.activeElement.getAttribute('aria-label') ?? "
                        "document.activeElement.textContent.trim()") == name)
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
    REQUIRE(page.until("document.querySelector('.touchable canvas:not(.blank)')", patience));
    REQUIRE(tab_to(page, "The phone's screen"));
    REQUIRE(tab_to(page, "Home")); // Tab leads out of the screen, too
    CHECK(on.phone.facts().at("front_app") == sketch);
    page.strike("Enter");
    CHECK(eventually(patience, [&] { return on.phone.facts().at("front_app") != sketch; }));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a job that comes meanwhile takes no focus from the list of jobs", "[browser]")
{
    const dashboard_view on({.device_time = "0"});
    auto page = on.phone_page();
    press_button(page, "Home");
    REQUIRE(page.until("document.querySelector('tr[data-status=completed] button')", patience));
    REQUIRE(tab_to(page, "Copy as curl"));
    REQUIRE(on.system->api().post(on.system->path(on.phone, "/home"), "{}").status == 200);
    REQUIRE(page.until("document.querySelectorAll('tr[data-job]').length === 2", patience));
    CHECK(page.evaluate("document.activeElement.textContent") == "Copy as curl");
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
