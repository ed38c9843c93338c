// The pages of a phone that shows its screen and takes no touch, as with iOS 17 and no runner.
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

namespace {

/// From now on each phone that is listed is such a one, until `window.touchable` is true.
constexpr auto phones_without_touch = R"js((() => {
    const { fetch: ask } = window;
    window.touchable = false;
    window.fetch = async (path, ...more) => {
        const answer = await ask(path, ...more);
        if (path !== "/v1/phones" || window.touchable) return answer;
        return Response.json((await answer.json()).map((each) => ({ ...each,
            capabilities: ["apps", "home", "screenshot"],
            readiness: { ready: false, warnings: [], blockers: [{ code: "DRIVER_NOT_INSTALLED",
                message: "The runner is missing.", remedy: "Install it.", docs: "" }] } })));
    };
})())js";

/// Script: an element that is shown has this text in it.
std::string shows_text(const std::string& selector, const std::string& text)
{
    return "[...document.querySelectorAll('" + selector +
           "')].some((each) => each.getClientRects().length > 0 && each.textContent.includes('" +
           text + "'))";
}

} // namespace

TEST_CASE("no session is offered on a phone that cannot be touched, and the page says why",
          "[browser]")
{
    const session_view with({.turns = {e2e::claim("It is done.")}});
    auto page = with.on.phone_page();
    const std::string give = "document.querySelector('.give .main')";
    REQUIRE(page.until("!" + give + ".disabled", timeout));
    page.evaluate(phones_without_touch);
    REQUIRE(page.until(shows_text(".give .hint", "An agent cannot work on this phone"), timeout));
    CHECK(page.evaluate(give + ".disabled") == true);
    page.evaluate("document.querySelector('.give .hint .link').click()");
    CHECK(page.evaluate("document.activeElement.matches('.setup > details[open] > summary')") ==
          true);

    page.evaluate("location.hash = '#/sessions'");
    REQUIRE(page.until(shows_text(".start .hint", "The runner is missing. Install it."), timeout));
    CHECK(page.evaluate("document.querySelector('.start .main').disabled") == true);
    CHECK(page.evaluate("document.querySelector('.start .hint a').getAttribute('href')") ==
          "#/phones/" + with.on.system->id_of(with.on.phone));
    page.evaluate("window.touchable = true");
    CHECK(page.until("!document.querySelector('.start .main').disabled", timeout));
    CHECK(page.evaluate(shows_text(".start .hint", "An agent cannot")) == false);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("what a click does is told of a phone that takes it, else why buttons are grey",
          "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    REQUIRE(page.until(shows_text("#screen-help", "Click to tap"), timeout));
    page.evaluate(phones_without_touch);
    REQUIRE(page.until(shows_text("#screen-help", "This phone takes no touches yet"), timeout));
    CHECK(page.evaluate(shows_text("#screen-help", "Click to tap")) == false);
    CHECK(page.evaluate("document.querySelectorAll('.rail button:disabled').length > 3") == true);
    page.evaluate("window.touchable = true");
    CHECK(page.until(shows_text("#screen-help", "Click to tap"), timeout));
    on.phone.make("lock");
    CHECK(page.until(shows_text("#screen-help", "The phone is locked"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone that is not ready and has pictures shows a small one in its row", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("usage"); // and back, with nothing drawn yet
    page.evaluate(phones_without_touch);
    page.evaluate("location.hash = '#/phones'");
    const std::string row = "document.querySelector('article[data-shape=row]')";
    REQUIRE(page.until(row + "?.querySelector('canvas:not(.blank)')", timeout));
    CHECK(page.evaluate(row + ".querySelector('.glass').offsetWidth").get<double>() > 50);
    CHECK(page.evaluate(row + ".querySelector('.glass').offsetWidth").get<double>() < 150);
    CHECK(page.evaluate(row + ".querySelector('.glass').getBoundingClientRect().right <= " + row +
                        ".querySelector('.told').getBoundingClientRect().left") == true);
    // Single pictures will do; the stream of the page before may still be ending.
    CHECK(e2e::eventually(timeout, [&] { return !on.streaming(); }));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
