// An agent at work, or one that needs an answer, as it is told of on other pages than its own.
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

using nlohmann::json;

namespace {

const std::string agent_badge = "document.querySelector('article .agent-badge:not([hidden])')";
const std::string agent_count = "document.querySelector('nav .count:not([hidden])')";

/// Notifications are told to the test alone, and allowed; the page believes that nobody sees it.
constexpr auto noting_notifications = R"js((() => {
    window.noted = [];
    window.Notification = class extends EventTarget {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) { super(); noted.push(`${title}: ${body}`); }
        close() {}
    };
})())js";
constexpr auto nobody_looks = "void Object.defineProperty(document, 'hidden', { get: () => true })";

} // namespace

TEST_CASE("a question of an agent stands on the card, in the navigation and in the title",
          "[browser]")
{
    const session_view with({.turns = {e2e::turn_of("ask_user", {{"question", "Which one?"}}),
                                       e2e::claim("It is done.")}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    page.evaluate("location.hash = '#/phones'");
    CHECK(page.until(agent_badge + "?.textContent === 'Needs your answer'", timeout));
    CHECK(page.evaluate(agent_count + "?.textContent") == "1");
    CHECK(page.evaluate(agent_count + "?.matches('.asks')") == true);
    CHECK(page.evaluate("document.title") == "(1) Phones · Thimble");
    page.evaluate(agent_badge + ".click()");
    REQUIRE(page.until("document.querySelector('#message')", timeout));
    say_to_agent(page, "The first.");
    REQUIRE(page.until(session_is("Completed"), timeout));
    page.evaluate("location.hash = '#/phones'");
    CHECK(page.until("document.title === 'Phones · Thimble'", timeout));
    CHECK(page.until("!" + agent_count, timeout));
    CHECK(page.until("document.querySelector('article') && !" + agent_badge, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the navigation counts a session no more once its page tells that it has ended",
          "[browser]")
{
    const session_view with({.turns = {e2e::turn_of("ask_user", {{"question", "Which one?"}}),
                                       e2e::claim("It is done.")}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    REQUIRE(page.until(agent_count, timeout));
    // From now on the page never looks by itself: what ends a pause is an event.
    page.evaluate("void (window.setTimeout = () => 0)");
    say_to_agent(page, "The first.");
    CHECK(page.until("!" + agent_count, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("an agent at work stands on the card and on the page of its phone", "[browser]")
{
    auto silent = e2e::turn_of("wait");
    silent["delay_ms"] = 600'000; // for longer than any test takes
    const session_view with({.turns = {silent}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Running"), timeout));
    page.evaluate("location.hash = '#/phones'");
    CHECK(page.until(agent_badge + "?.textContent === 'Agent at work'", timeout));
    CHECK(page.evaluate("document.title") == "Phones · Thimble");
    page.evaluate("location.hash = '#/phones/" + with.on.system->id_of(with.on.phone) + "'");
    CHECK(page.until(
        "document.querySelector('.phone-head .agent:not([hidden]) a')?.textContent === 'Watch it'",
        timeout));
    CHECK(page.until("document.querySelector('.give').hidden", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a browser that allows no notifications says so beside the button", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("usage");
    page.evaluate("void (window.Notification = class { static permission = 'denied'; })");
    page.evaluate("location.hash = '#/sessions'");
    REQUIRE(page.until("document.querySelector('.notify')", timeout));
    CHECK(page.evaluate("document.querySelector('.notify').disabled") == true);
    CHECK(page.evaluate("document.querySelector('.heading .hint').textContent.startsWith("
                        "'This browser blocks notifications')") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a browser tells of a question once, where that is wanted", "[browser]")
{
    const session_view with({.turns = {e2e::turn_of("ask_user", {{"question", "Which one?"}}),
                                       e2e::turn_of("ask_user", {{"question", "And then?"}})},
                             .for_ever = true});
    auto page = with.on.shown();
    page.evaluate(noting_notifications);
    page.evaluate("location.hash = '#/sessions'");
    REQUIRE(page.until("document.querySelector('option')", timeout));
    page.evaluate("document.querySelector('.notify').click()");
    REQUIRE(page.until("document.querySelector('.notify').ariaPressed === 'true'", timeout));
    page.evaluate(nobody_looks);
    const auto body = json{{"instruction", "Ask."}}.dump();
    REQUIRE(with.on.system->api().post("/v1/sessions", body).status == 201);
    CHECK(page.until("window.noted.length === 1", timeout));
    CHECK(page.evaluate("window.noted[0]") == "An agent needs your answer: Which one?");
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
