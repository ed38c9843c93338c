// The dashboard while its service does not answer, and once it does again.
#include "tests/browser/held_requests.hpp"
#include "tests/browser/phone_screen.hpp"
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"

#include <csignal>

namespace thimble::browser {

namespace {

/// The service as it is when its process has gone: a connection is refused at once.
constexpr auto service_gone = R"js((() => {
    window.fetched = window.fetch;
    window.fetch = async () => { throw new TypeError("Failed to fetch"); };
})())js";
constexpr auto service_back = "void (window.fetch = window.fetched)";

std::string tells(const std::string& selector, const std::string& text)
{
    return "document.querySelector('" + selector + "')?.textContent.includes('" + text + "')";
}

} // namespace

TEST_CASE("a phone's page shows that the service has gone, and when it is back", "[browser]")
{
    dashboard_view on;
    auto page = on.phone_page();
    const std::string inert =
        "document.querySelectorAll('.touchable[inert], .tools[inert]').length";
    on.system->service().send_signal(SIGSTOP);
    CHECK(page.until(tells("#notice", "The service does not answer"), timeout));
    CHECK(page.until(tells(".touchable.absent .absence", "Connection lost"), timeout));
    CHECK(page.evaluate(tells(".phone-head .state", "Connection lost")) == true);
    CHECK(page.evaluate("document.querySelector('.phone-head').dataset.state") == "lost");
    CHECK(page.evaluate(inert) == 2);
    on.system->service().send_signal(SIGCONT);
    CHECK(page.until(tells(".phone-head .state", "Ready"), timeout));
    CHECK(page.until("document.querySelector('#notice').hidden", timeout));
    CHECK(page.evaluate(inert) == 0);
    CHECK(page.until("!document.querySelector('.touchable.absent')", timeout));
    CHECK(on.agrees(page, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the cards of phones show that the service has gone, and when it is back", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate(service_gone);
    CHECK(page.until(tells("article[data-state=lost] .state", "Connection lost"), timeout));
    CHECK(page.until(tells("article.absent .absence", "Connection lost"), timeout));
    CHECK(page.evaluate("[...document.querySelectorAll('article button')].every((each) => "
                        "each.disabled || each.hidden)") == true);
    CHECK(page.evaluate("document.querySelector('#notice').hidden") == false);
    page.evaluate(service_back);
    CHECK(page.until("document.querySelector('article[data-state=ready]')", timeout));
    CHECK(page.until("document.querySelector('#notice').hidden", timeout));
    CHECK(on.agrees(page, timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("what is typed continues where it was when the service is back", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    press_button(page, "Clipboard");
    page.evaluate("document.querySelector('#panel-clipboard textarea').focus()");
    page.type("half");
    page.evaluate(service_gone);
    REQUIRE(page.until("document.querySelector('.tools').inert", timeout));
    REQUIRE(page.until("document.activeElement === document.body", timeout));
    page.evaluate(service_back);
    REQUIRE(page.until("!document.querySelector('.tools').inert", timeout));
    page.type(" whole");
    CHECK(page.evaluate("document.querySelector('#panel-clipboard textarea').value") ==
          "half whole");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("an action that gets no answer says so, and that it may have been done", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    const held_requests requests(page);
    press_button(page, "Home");
    REQUIRE(requests.until_sent(1));
    requests.fail();
    CHECK(refuses(page, "The service does not answer. It is not known whether this was done."));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a session's page shows that the service has gone, and when it is back", "[browser]")
{
    auto thinking = e2e::turn_of("wait");
    thinking["delay_ms"] = 600'000; // for longer than any test takes
    const session_view with({.turns = {thinking}});
    auto page = with.begun("Wait until the service is back.");
    REQUIRE(page.until(session_is("Running"), timeout));
    page.evaluate(service_gone);
    CHECK(page.until(tells(".touchable.absent .absence", "Connection lost"), timeout));
    CHECK(page.until("document.querySelector('.controls').inert", timeout));
    page.evaluate(service_back);
    CHECK(page.until("!document.querySelector('.controls').inert", timeout));
    CHECK(page.until("!document.querySelector('.touchable.absent')", timeout));
    press_button(page, "Stop");
    CHECK(page.until(session_is("Stopped"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
