// Signing in to the dashboard by a link and by a password, and out of it, in a real browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"

namespace thimble::browser {

namespace {

std::string link_of(const dashboard_view& on)
{
    const auto told =
        e2e::run("thimbled", {"sign-in"}, on.system->home().surroundings(on.phones)).output;
    return told.substr(0, told.find('\n'));
}

std::string refusal(const std::string& text)
{
    return "document.querySelector('#refusal')?.textContent.includes('" + text + "')";
}

} // namespace

TEST_CASE("a link signs in once, and what the page then does needs no key", "[browser]")
{
    const dashboard_view on;
    const auto link = link_of(on);
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(link);
    REQUIRE(page.until("document.querySelector('article canvas:not(.blank)')", patience));
    CHECK(page.evaluate("location.href") == on.address());
    CHECK(page.evaluate("document.cookie + sessionStorage.length") == "0");
    CHECK(page.evaluate("document.querySelector('#who').textContent") == "local");

    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "'");
    REQUIRE(page.until("document.querySelector('.touchable canvas:not(.blank)')", patience));
    press_button(page, "Home");
    CHECK(page.until("document.querySelector('.did').textContent.startsWith('home: ')", patience));

    page.evaluate("document.querySelector('#leave').click()");
    CHECK(page.until("document.querySelector('.entrance')", patience));
    page.open(link);
    CHECK(page.until(refusal("has been used"), patience));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page whose cookie has ended asks to sign in", "[browser]")
{
    const dashboard_view on;
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(link_of(on));
    REQUIRE(page.until("document.querySelector('article')", patience));
    auto other = on.chromium.new_page(); // of the same browser, so with the same cookie
    other.bring_to_front();
    other.open(on.address());
    REQUIRE(other.until("document.querySelector('article')", patience));
    other.evaluate("document.querySelector('#leave').click()");
    REQUIRE(other.until("document.querySelector('.entrance')", patience));
    page.bring_to_front();
    CHECK(page.until(refusal("not signed in any more"), patience));
    CHECK(page.evaluate("document.querySelectorAll('#shell:not([hidden]), article').length") == 0);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a wrong password is refused where it was entered", "[browser]")
{
    const dashboard_view on;
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(on.address());
    REQUIRE(page.until("document.querySelector('#with-password')", patience));
    page.evaluate("document.querySelector('#account').value = 'nobody'");
    page.evaluate("document.querySelector('#password').value = 'wrong'");
    page.evaluate("document.querySelector('#with-password').requestSubmit()");
    CHECK(page.until("document.querySelector('#refusal').textContent !== ''", patience));
    CHECK(page.until("document.activeElement.id === 'password'", patience));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
