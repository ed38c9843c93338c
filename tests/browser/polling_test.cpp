// Repeated requests of the pages, in a real browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <cstdlib>

namespace thimble::browser {

namespace {

/// No pause of a page of settings ends any more: what is asked for now was asked for by a person.
/// The usage that `asked` has is held as long as `holding` says, until `release`.
constexpr auto slowly = R"js((() => {
    const { fetch: ask, setTimeout: wait } = window;
    window.setTimeout = (then, time, ...more) => (time < 5000 ? wait(then, time, ...more) : 0);
    window.asked = [];
    window.fetch = async (path, ...more) => {
        const answer = await ask(path, ...more);
        if (!path.startsWith("/v1/usage")) return answer;
        window.asked.push(path);
        if (window.holding) await new Promise((resolve) => (window.release = resolve));
        return answer;
    };
})())js";

/// Counts the short pauses, and what listens to each signal.
constexpr auto counting = R"js((() => {
    const { setTimeout: wait } = window;
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
    const listeners = new Map();
    const count = (signal, more) => listeners.set(signal, (listeners.get(signal) ?? 0) + more);
    AbortSignal.prototype.addEventListener = function (...given) {
        count(this, 1);
        add.apply(this, given);
    };
    AbortSignal.prototype.removeEventListener = function (...given) {
        count(this, -1);
        remove.apply(this, given);
    };
    window.mostListeners = () => Math.max(0, ...listeners.values());
    window.pauses = 0;
    window.setTimeout = (then, time, ...more) => {
        if (time === 250) ++window.pauses;
        return wait(then, time, ...more);
    };
})())js";

/// The first pause before a stream is asked for again does not end.
constexpr auto waiting_for_ever = R"js((() => {
    const { setTimeout: wait } = window;
    window.setTimeout = (then, time, ...more) => {
        if (time !== 1000) return wait(then, time, ...more);
        window.waits = true;
        return 0;
    };
})())js";

/// Counts what is asked about a phone. An agent is at work on it, and its steps cannot be read
/// where `window.failing` says so.
constexpr auto counting_requests = R"js((() => {
    const { fetch: ask } = window;
    window.asked = { setup: 0, status: 0 };
    window.fetch = (path, ...more) => {
        const what = path.split("/").at(-1);
        if (what in window.asked) ++window.asked[what];
        if (what === "setup" && window.failing)
            return Promise.resolve(new Response("{}", { status: 503 }));
        if (what === "status")
            return Promise.resolve(Response.json({ active_session_id: "none" }));
        return ask(path, ...more);
    };
})())js";

/// No pause between two looks at a phone ends any more: `parked` of them have begun. Counts how
/// often all phones are asked for.
constexpr auto looking_when_wakened = R"js((() => {
    const { fetch: ask, setTimeout: wait } = window;
    window.parked = window.looked = 0;
    window.setTimeout = (then, time, ...more) => {
        if (time !== 2000) return wait(then, time, ...more);
        ++window.parked;
        return 0;
    };
    window.fetch = (path, ...more) => {
        if (path === "/v1/phones") ++window.looked;
        return ask(path, ...more);
    };
})())js";

void choose_month(page& in, const std::string& month)
{
    in.evaluate("document.querySelector('[type=month]').value = '" + month + "'");
    in.evaluate("document.querySelector('[type=month]').dispatchEvent(new Event('change'))");
}

std::string asked_for(const std::string& month)
{
    return "window.asked.at(-1)?.endsWith('" + month + "')";
}

} // namespace

TEST_CASE("a month that is chosen while another is read is read at once", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate(slowly);
    page.evaluate("location.hash = '#/usage'");
    REQUIRE(page.until("document.querySelector('.figure')", timeout));
    page.evaluate("window.holding = true");
    choose_month(page, "2025-01");
    REQUIRE(page.until(asked_for("2025-01") + " && window.release", timeout));
    choose_month(page, "2025-02");
    page.evaluate("window.holding = false; window.release()");
    CHECK(page.until(asked_for("2025-02"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of a phone that gets ready asks for its picture at once", "[browser]")
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,runner=dead"}});
    // Without a runner the phone has a picture through its tunnel.
    ::setenv("THIMBLE_TUNNELS", "off", 1); // NOLINT(concurrency-mt-unsafe): no other thread yet
    const e2e::thimble_system system(phones, {"--runners", "off"});
    ::unsetenv("THIMBLE_TUNNELS"); // NOLINT(concurrency-mt-unsafe)
    const auto phone = phones.at(0);
    REQUIRE(e2e::eventually(timeout, [&] { return system.record_of(phone).is_object(); }));
    const headless_browser chromium;
    auto page = opened_with_key(chromium, system);
    REQUIRE(page.until("document.querySelector('article')", timeout));
    page.evaluate(waiting_for_ever);
    page.evaluate("location.hash = '#/phones/" + system.id_of(phone) + "'");
    REQUIRE(page.until("window.waits", timeout));
    phone.make("runner", {{"state", "running"}});
    CHECK(page.until("document.querySelector('.touchable canvas:not(.blank)')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone is looked at after an action, and again once that has taken effect", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    page.evaluate(looking_when_wakened);
    REQUIRE(page.until("window.parked >= 2", timeout)); // that of its facts is the other one
    page.evaluate("window.looked = 0");
    press_button(page, "Home");
    CHECK(page.until("window.looked >= 2", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the steps of a ready phone are not read while they are folded away", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    REQUIRE(page.until("document.querySelector('.setup:not([hidden]) > details:not([open])')",
                       timeout));
    page.evaluate(counting_requests);
    REQUIRE(page.until("window.asked.status >= 3", timeout));
    CHECK(page.evaluate("window.asked.setup") == 0);
    page.evaluate("document.querySelector('.setup > details > summary').click()");
    CHECK(page.until("window.asked.setup >= 2", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("an agent at work is told of where a phone's steps cannot be read", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    REQUIRE(page.until("document.querySelector('.setup:not([hidden])')", timeout));
    page.evaluate("window.failing = true");
    page.evaluate(counting_requests);
    page.evaluate("document.querySelector('.setup > details > summary').click()");
    REQUIRE(page.until("window.asked.setup > 0", timeout));
    CHECK(page.until("!document.querySelector('.phone-head .agent').hidden", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page that is open for long keeps no more listeners than at first", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate(counting);
    REQUIRE(page.until("window.pauses > 20", timeout));
    CHECK(page.evaluate("window.mostListeners()").get<int>() < 5);
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
