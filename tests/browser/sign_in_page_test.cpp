// Signing in to the dashboard by a link and by a password, and out of it, in a real browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"

#include <stdexcept>

namespace thimble::browser {

namespace {

std::string link_of(const dashboard_view& on)
{
    const auto told =
        e2e::run("thimbled", {"sign-in"}, on.system->home().variables(on.phones)).output;
    return told.substr(0, told.find('\n'));
}

std::string refusal(const std::string& text)
{
    return "document.querySelector('#refusal')?.textContent.includes('" + text + "')";
}

/// A page of the dashboard that a link of its own has signed in, with the keys.
page signed_in(const dashboard_view& on)
{
    auto out = on.chromium.new_page();
    out.bring_to_front();
    out.open(link_of(on));
    if (!out.until("document.querySelector('article')", timeout))
        throw std::runtime_error("nobody is signed in");
    out.evaluate("location.hash = '#/keys'");
    if (!out.until("document.querySelector('form.line input')", timeout))
        throw std::runtime_error("there is no page of keys");
    return out;
}

void make_key(page& in)
{
    in.evaluate("document.querySelector('form.line input').value = 'build server'");
    in.evaluate("document.querySelector('form.line').requestSubmit()");
}

/// No write is taken for what the page shows, and /v1/me says that somebody else asks once
/// `stranger` is set.
constexpr auto refusing = R"js((() => {
    const { fetch: ask } = window;
    const refusal = { error: "INVALID_CSRF_TOKEN", message: "No." };
    const somebody = { account: { id: "another", name: "Bob" }, csrf_token: "another" };
    window.writes = 0;
    window.fetch = async (path, options) => {
        if (options.method !== "GET") return ++window.writes, Response.json(refusal, { status: 403 });
        if (path === "/v1/me" && window.stranger) return Response.json(somebody);
        return ask(path, options);
    };
})())js";

/// The service from now on, for an account without a subscription.
constexpr auto unpaid = R"js((() => {
    const { fetch: ask } = window;
    const refusal = { error: "SUBSCRIPTION_REQUIRED", message: "There is no subscription." };
    const open = ["/v1/me", "/v1/sign-out"];
    window.fetch = async (path, ...more) =>
        open.includes(path) ? ask(path, ...more) : Response.json(refusal, { status: 402 });
})())js";

} // namespace

TEST_CASE("a link signs in once, and what the page then does needs no key", "[browser]")
{
    const dashboard_view on;
    const auto link = link_of(on);
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(link);
    REQUIRE(page.until("document.querySelector('article canvas:not(.blank)')", timeout));
    CHECK(page.evaluate("location.href") == on.address());
    CHECK(page.evaluate("document.cookie + sessionStorage.length") == "0");
    CHECK(page.evaluate("document.querySelector('#who').textContent") == "local");

    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "'");
    REQUIRE(page.until("document.querySelector('.touchable canvas:not(.blank)')", timeout));
    press_button(page, "Home");
    CHECK(page.until("document.querySelector('.did').textContent.startsWith('home: ')", timeout));

    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    page.open(link);
    CHECK(page.until(refusal("has been used"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page whose cookie has ended asks to sign in", "[browser]")
{
    const dashboard_view on;
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(link_of(on));
    REQUIRE(page.until("document.querySelector('article')", timeout));
    auto other = on.chromium.new_page(); // of the same browser, so with the same cookie
    other.bring_to_front();
    other.open(on.address());
    REQUIRE(other.until("document.querySelector('article')", timeout));
    other.evaluate("document.querySelector('#leave').click()");
    REQUIRE(other.until("document.querySelector('.entrance')", timeout));
    page.bring_to_front();
    CHECK(page.until(refusal("no longer signed in"), timeout));
    CHECK(page.evaluate("document.querySelectorAll('#shell:not([hidden]), article').length") == 0);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page goes on when another of its browser signs in, and signs both out", "[browser]")
{
    const dashboard_view on;
    auto page = signed_in(on);
    auto other = signed_in(on);
    page.bring_to_front();
    make_key(page);
    CHECK(page.until("document.querySelector('#new-key')", timeout));
    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    other.bring_to_front();
    CHECK(other.until(refusal("no longer signed in"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a write whose token is refused is repeated once, and for nobody else", "[browser]")
{
    const dashboard_view on;
    auto page = signed_in(on);
    page.evaluate(refusing);
    make_key(page);
    CHECK(
        page.until("document.querySelector('form.line .refusal').textContent === 'No.'", timeout));
    CHECK(page.evaluate("window.writes") == 2);

    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('#notice').textContent === "
                     "'You are not signed out: No.'",
                     timeout));
    CHECK(page.evaluate("document.querySelector('.entrance')").is_null());
    CHECK(page.evaluate("window.writes") == 4);

    page.evaluate("window.stranger = true");
    make_key(page);
    CHECK(page.until("document.querySelector('#notice').textContent.includes('was not done')",
                     timeout));
    CHECK(page.evaluate("document.querySelector('#who').textContent") == "Bob");
    CHECK(page.evaluate("window.writes") == 5);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("an account without a subscription is told so on every page, and can leave", "[browser]")
{
    const dashboard_view on;
    auto page = signed_in(on);
    page.evaluate(unpaid);
    for (const auto* name :
         {"phones", "sessions", "desktops", "keys", "usage", "secrets", "sessions/a", "phones/a"}) {
        INFO(name);
        page.evaluate("location.hash = '#/" + std::string(name) + "'");
        CHECK(page.until("document.body.innerText.includes('There is no subscription.')", timeout));
        CHECK(page.evaluate("document.querySelector('#shell').hidden") == false);
    }
    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("local mode asks for a key, as its account has no password", "[browser]")
{
    const dashboard_view on;
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(on.address());
    REQUIRE(page.until("document.querySelector('#with-key:not([hidden])')", timeout));
    CHECK(page.evaluate("document.querySelector('#with-password')").is_null());
    CHECK(page.evaluate("document.querySelectorAll('.entrance .link:not([hidden])').length") == 0);
    CHECK(page.evaluate("document.querySelector('.entrance').innerText.includes("
                        "'thimbled sign-in')") == true);
    CHECK(page.evaluate("document.activeElement.id") == "key");
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
