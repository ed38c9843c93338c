// The page of all phones in a real browser, with a virtual phone.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <csignal>

namespace thimble::browser {

using e2e::eventually;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;

namespace {

const std::string state = "document.querySelector('article')?.dataset.state";

/// Script: the text of an element contains `text`.
std::string says(const std::string& selector, const std::string& text)
{
    return "document.querySelector('" + selector + "')?.textContent.includes('" + text + "')";
}

/// No phone is made the default one, or only when `answering` ends. Counts how often the page has
/// looked at all phones since then.
constexpr auto refusing_and_counting = R"js((() => {
    const { fetch: ask } = window;
    const refusal = { error: "ACTION_FAILED", message: "It is asleep." };
    window.looks = 0;
    window.fetch = async (path, ...more) => {
        if (!path.endsWith("/select")) return path === "/v1/phones" && ++window.looks, ask(path, ...more);
        await window.answering;
        window.looks = 0;
        return Response.json(refusal, { status: 502 });
    };
})())js";

void enter_key(page& in, const std::string& key)
{
    in.evaluate("document.querySelector('#with-key').hidden &&"
                "document.querySelector('.entrance .link').click()");
    in.evaluate("document.querySelector('#key').value = '" + key + "'");
    in.evaluate("document.querySelector('#with-key button').click()");
}

} // namespace

TEST_CASE("the page of all phones shows the phone as it is, and as it changes", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    CHECK(page.until(state + " === 'ready'", timeout));
    CHECK(page.until(says("article h2", "iPhone"), timeout));
    CHECK(page.until(says(".model", "iOS 18.5"), timeout));
    // Nothing is wrong with it; on a busy machine it may stand still for a moment.
    CHECK(page.until("document.querySelector('.pace').textContent === ''", timeout));
    CHECK(on.agrees(page, timeout));

    on.phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    CHECK(on.agrees(page, timeout));
    CHECK(on.system->api().post(on.system->path(on.phone, "/home"), "{}").status == 200);
    CHECK(on.agrees(page, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of all phones keeps its layout when the phone turns", "[browser]")
{
    const dashboard_view on;
    on.phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    auto page = on.shown();
    // One that says that its picture stands still is higher by a line.
    const std::string height = "document.querySelector('.pace').textContent === '' && "
                               "document.querySelector('article').offsetHeight";
    REQUIRE(page.until("document.querySelector('canvas').height > 1000", timeout));
    REQUIRE(page.until("window.before = " + height, timeout));
    on.phone.make("rotate", {{"orientation", "landscape_left"}});
    CHECK(page.until("document.querySelector('canvas').width > 1000", timeout));
    CHECK(on.agrees(page, timeout));
    CHECK(page.until("window.before === (" + height + ")", timeout));
}

TEST_CASE("the only phone is no default, and needs no choice", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    REQUIRE(page.until(state + " === 'ready'", timeout));
    CHECK(page.evaluate("document.querySelector('.active').hidden") == true);
    CHECK(page.evaluate("document.querySelector('.make-default').hidden") == true);
    CHECK(on.system->api().get("/v1/screenshot").status == 200);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("one of several phones is made the default one, each in its own shape", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    const auto tablet = on.phones.at(1);
    REQUIRE(on.system->until_ready(tablet, timeout));
    auto page = on.shown();
    CHECK(page.until("document.querySelectorAll('.make-default:not([hidden])').length === 2",
                     timeout));
    CHECK(page.evaluate("document.querySelectorAll('.active:not([hidden])').length") == 0);
    CHECK(page.evaluate("document.querySelector('.make-default').title") ==
          "The default phone is the one for requests that name none");
    CHECK(on.system->api().get("/v1/screenshot").status == 400); // as the page says
    const auto inside = [&](const e2e::virtual_phone& phone, const std::string& selector) {
        return "document.querySelector('[data-phone=\"" + on.system->id_of(phone) + "\"] " +
               selector + "')";
    };
    for (const auto& chosen : {tablet, on.phone, tablet}) {
        const auto& other = chosen.udid() == tablet.udid() ? on.phone : tablet;
        REQUIRE(page.until(inside(chosen, ".make-default"), timeout));
        page.evaluate(inside(chosen, ".make-default") + ".click()");
        CHECK(page.until("!" + inside(chosen, ".active") + ".hidden", timeout));
        CHECK(page.until(inside(other, ".active") + ".hidden", timeout));
        CHECK(page.evaluate(inside(chosen, ".make-default") + ".hidden") == true);
        CHECK(on.system->record_of(chosen).at("connection_status") == "online");
        CHECK(on.system->api().get("/v1/info").json().at("id") == on.system->id_of(chosen));
    }
    CHECK(page.until(inside(on.phone, "canvas.round"), timeout));
    CHECK(page.until(inside(tablet, "canvas:not(.round, .blank)"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("why a phone was not made the default one stands on its card until the next try",
          "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    REQUIRE(on.system->until_ready(on.phones.at(1), timeout));
    auto page = on.shown();
    const std::string pressed = "[...document.querySelectorAll('.make-default')]"
                                ".find((each) => !each.hidden)";
    REQUIRE(page.until(pressed, timeout));
    page.evaluate(refusing_and_counting);
    page.evaluate(pressed + ".click()");
    const std::string refusal = "document.querySelector('.card [role=alert]:not(:empty)')";
    REQUIRE(page.until(refusal, timeout));
    REQUIRE(page.until("window.looks >= 2", timeout)); // at all phones, since it was said
    CHECK(page.evaluate(refusal + "?.textContent") == "It is asleep.");
    page.evaluate("void (window.answering = new Promise(() => {}))"); // not to be waited for
    page.evaluate(pressed + ".click()");
    CHECK(page.evaluate(refusal).is_null());
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone that was unplugged is forgotten by its menu", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    REQUIRE(on.system->until_ready(on.phones.at(1), timeout));
    auto page = on.shown();
    const auto card =
        "document.querySelector('article[data-phone=\"" + on.system->id_of(on.phone) + "\"]')";
    const auto forget = card + "?.querySelector('.menu > button:last-child')";
    CHECK(page.until(forget + "?.hidden === true", timeout));
    on.phone.make("unplug");
    REQUIRE(page.until(forget + "?.hidden === false", timeout));
    CHECK(page.evaluate(forget + ".textContent") == "Forget");
    CHECK(page.evaluate("(() => { const button = " + forget +
                        "; button.click(); const asked = button.textContent; button.click(); "
                        "return asked; })()") == "Forget it for good?");
    CHECK(page.until("!" + card, timeout));
    CHECK(page.evaluate("document.querySelectorAll('article').length") == 1);
    CHECK(on.system->api().get("/v1/phones").json().size() == 1);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("cards that change places leave the focus and what is typed where they are", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    const auto& first = on.phone;
    const auto second = on.phones.at(1);
    REQUIRE(on.system->until_ready(second, timeout));
    auto page = on.shown();
    const auto leads = [&](const e2e::virtual_phone& phone) {
        return "document.querySelector('article').dataset.phone === '" + on.system->id_of(phone) +
               "'";
    };
    const std::string typed = "JSON.stringify([document.activeElement.value, "
                              "document.activeElement.selectionStart])";
    REQUIRE(
        page.until("document.querySelectorAll('article[data-state=ready]').length === 2", timeout));
    const bool in_order = page.until(leads(first), 0ms);
    const auto& leader = in_order ? first : second;
    const auto& other = in_order ? second : first;
    page.evaluate("[...document.querySelectorAll('.menu button')]"
                  ".filter((each) => each.textContent === 'Rename')[1].click()");
    page.evaluate("(() => { const field = document.querySelector('.renaming input');"
                  "field.focus(); field.value = 'Desk'; field.setSelectionRange(2, 2); })()");
    leader.make("unplug");
    CHECK(page.until(leads(other), timeout));
    CHECK(page.evaluate(typed) == R"(["Desk",2])");
    leader.make("plug");
    CHECK(page.until(leads(leader), timeout));
    CHECK(page.evaluate(typed) == R"(["Desk",2])");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the field that renames a phone and its buttons stand in one line of the card",
          "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate("[...document.querySelectorAll('.menu button')]"
                  ".find((each) => each.textContent === 'Rename').click()");
    CHECK(page.evaluate("new Set([...document.querySelectorAll('.renaming :is(input, button)')]"
                        ".map((each) => Math.round(each.getBoundingClientRect().top))).size") == 1);
    CHECK(page.evaluate("document.querySelector('.card .title').offsetHeight <= "
                        "document.querySelector('.renaming').offsetHeight + 1") == true);
    page.evaluate("[...document.querySelectorAll('.renaming button')][1].click()");
    CHECK(page.until("document.activeElement.matches('.card [popovertarget]')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of all phones says what a phone lacks and what to do about it", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16,locked"}});
    auto page = on.shown();
    CHECK(page.until(says("article[data-state=blocked] .state", "Not ready"), timeout));
    CHECK(page.until(says("article[data-state=blocked] .blockers li", "The phone is locked"),
                     timeout));
    CHECK(page.until(says("article[data-state=blocked] .blockers span", "Unlock"), timeout));
    CHECK(page.evaluate(
              "document.querySelectorAll('article[data-state=ready] .blockers li').length") == 0);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of all phones says what keeps this computer from having any", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    CHECK(page.evaluate("document.querySelectorAll('.hosts li').length") == 0);
    on.phones.stop_mux();
    CHECK(page.until(says(".hosts li", "usbmuxd does not answer"), timeout));
    CHECK(page.evaluate("document.querySelector('.hosts a.guide') !== null") == true);
    on.phones.start_mux();
    CHECK(page.until("document.querySelectorAll('.hosts li').length === 0", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of all phones asks again for a key that is wrong", "[browser]")
{
    const dashboard_view on;
    auto page = on.chromium.new_page();
    page.open(on.address());
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    enter_key(page, "tk_wrong");
    CHECK(page.until(says("#refusal", "does not know this key"), timeout));
    CHECK(page.evaluate("sessionStorage.length") == 0);
    CHECK(page.evaluate("document.activeElement.id") == "key");
    enter_key(page, on.system->key());
    CHECK(page.until("!document.querySelector('.entrance')", timeout));
    CHECK(page.until(state + " === 'ready'", timeout));
    CHECK(page.evaluate("localStorage.length + document.cookie.length") == 0);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of all phones takes the key out of its address", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    CHECK(page.evaluate("location.href") == on.address());
    CHECK(page.evaluate("document.documentElement.outerHTML.includes('" + on.system->key() +
                        "')") == false);
    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    CHECK(page.evaluate("sessionStorage.length + document.querySelectorAll('article').length") ==
          0);
}

TEST_CASE("the page of all phones shows an unplugged phone, and its picture when it is back",
          "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    on.phone.make("unplug");
    CHECK(page.until(state + " === 'away'", timeout));
    CHECK(page.until(says(".absence", "Not connected"), timeout));
    on.phone.make("plug");
    CHECK(page.until(state + " === 'ready'", timeout));
    CHECK(page.until("!document.querySelector('article').matches('.absent')", timeout));
    on.phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    CHECK(on.agrees(page, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page of phones that nobody sees has no stream", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    CHECK(eventually(timeout, [&] { return on.streaming(); }));
    auto other = on.chromium.new_page();
    other.bring_to_front();
    REQUIRE(page.until("document.hidden", timeout));
    CHECK(eventually(timeout, [&] { return !on.streaming(); }));
    page.bring_to_front();
    CHECK(eventually(timeout, [&] { return on.streaming(); }));
    CHECK(on.agrees(page, timeout));
}

TEST_CASE("the page of all phones says when the service has gone, and goes on trying", "[browser]")
{
    dashboard_view on;
    auto page = on.shown();
    on.system->process().send_signal(SIGSTOP);
    CHECK(page.until(says("#notice", "does not answer"), timeout));
    on.system->process().send_signal(SIGCONT);
    CHECK(page.until("document.querySelector('#notice').hidden", timeout));
    CHECK(on.agrees(page, timeout));
}

} // namespace thimble::browser
