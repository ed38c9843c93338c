// The dashboard of a thimble-service, which has accounts with passwords: who a browser is there.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/service_program.hpp"

#include <stdexcept>

namespace thimble::browser {

namespace {

constexpr auto adas_password = "correct horse battery";

void set_password(const e2e::service_program& service, const std::string& account)
{
    const auto set = e2e::run("bash", {"-c",
                                       "printf '%s\\n' \"$1\" | \"$0\" admin account password "
                                       "\"$2\" --state-dir \"$3\"",
                                       e2e::find_program("thimble-service").string(), adas_password,
                                       account, service.state()->path().string()});
    if (set.code != 0)
        throw std::runtime_error(set.errors);
}

/// Ada, who has a password, and Bob, who has a key.
struct two_accounts {
    two_accounts() { set_password(service, "ada"); }

    std::string address() const
    {
        return "http://127.0.0.1:" + std::to_string(service.port()) + "/";
    }

    /// A page on which Ada has signed in with her password.
    page adas_page() const
    {
        auto out = chromium.new_page();
        out.bring_to_front();
        out.open(address());
        if (!out.until("document.querySelector('#with-password')", timeout))
            throw std::runtime_error("no password is asked for");
        out.evaluate("document.querySelector('#account').value = 'ada'");
        out.evaluate("document.querySelector('#password').value = '" + std::string(adas_password) +
                     "'");
        out.evaluate("document.querySelector('#with-password').requestSubmit()");
        if (!out.until(shown_to("ada"), timeout))
            throw std::runtime_error(out.evaluate("document.body.innerText").dump());
        return out;
    }

    static std::string shown_to(const std::string& account)
    {
        return "!document.querySelector('#shell').hidden && "
               "document.querySelector('#who').textContent === '" +
               account + "'";
    }

    e2e::service_program service;
    std::string adas_key = service.key_of("ada");
    std::string bobs_key = service.key_of("bob");
    headless_browser chromium;
};

constexpr auto key_question = "document.querySelector('#key-question')";

} // namespace

TEST_CASE("a link with another account's key changes the account only when that is confirmed",
          "[browser]")
{
    const two_accounts on;
    auto page = on.adas_page();
    page.open(on.address() + "#key=" + on.bobs_key);
    REQUIRE(page.until(key_question, timeout));
    CHECK(page.evaluate("location.href") == on.address());
    CHECK(page.evaluate("sessionStorage.length") == 0);
    CHECK(page.evaluate(std::string(key_question) + ".innerText.includes('bob')") == true);
    press_button(page, "Stay with ada");
    CHECK(page.until(two_accounts::shown_to("ada"), timeout));
    CHECK(page.evaluate("sessionStorage.length") == 0);

    page.evaluate("location.hash = '#key=" + on.bobs_key + "'");
    REQUIRE(page.until(key_question, timeout));
    press_button(page, "Change to bob");
    CHECK(page.until(two_accounts::shown_to("bob"), timeout));

    page.evaluate("location.hash = '#key=" + on.adas_key + "'"); // a key is left as little
    REQUIRE(page.until(key_question, timeout));
    press_button(page, "Stay with bob");
    CHECK(page.until(two_accounts::shown_to("bob"), timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a service without a computer says how one is added", "[browser]")
{
    const two_accounts on;
    auto page = on.adas_page();
    page.allow_clipboard();
    const std::string first = "document.querySelector('.empty:not([hidden]) .command')";
    REQUIRE(page.until(first, timeout));
    const auto command =
        "thimbled enroll --service " + on.address().substr(0, on.address().size() - 1);
    CHECK(page.evaluate(first + ".querySelector('code').textContent") == command);
    page.evaluate(first + ".querySelector('button').click()");
    CHECK(page.until("navigator.clipboard.readText().then((text) => text === '" + command + "')",
                     timeout));
    page.evaluate("document.querySelector('.empty:not([hidden]) a').click()");
    CHECK(page.until("document.querySelector('input.code')", timeout));
    CHECK(page.evaluate("document.querySelector('.enrolling code').textContent") == command);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE(
    "a link with a key of the same account is followed, and one with no key is said to be none",
    "[browser]")
{
    const two_accounts on;
    auto page = on.adas_page();
    page.evaluate("location.hash = '#key=tk_of_nobody'");
    CHECK(page.until("document.querySelector('#notice').textContent.includes('does not know')",
                     timeout));
    CHECK(page.until(two_accounts::shown_to("ada"), timeout));
    CHECK(page.evaluate("sessionStorage.length") == 0);
    page.evaluate("location.hash = '#key=" + on.adas_key + "'");
    CHECK(page.until("sessionStorage.length === 1", timeout));
    CHECK(page.until(two_accounts::shown_to("ada"), timeout));
    CHECK(page.evaluate(key_question).is_null());
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a service asks for a password, which is refused where it was entered", "[browser]")
{
    const two_accounts on;
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(on.address());
    REQUIRE(page.until("document.querySelector('#with-password:not([hidden])')", timeout));
    CHECK(page.evaluate("document.querySelector('.entrance').innerText.includes('thimbled')") ==
          false); // it runs elsewhere, if at all
    page.evaluate("document.querySelector('#account').value = 'nobody'");
    page.evaluate("document.querySelector('#password').value = 'wrong'");
    page.evaluate("document.querySelector('#with-password').requestSubmit()");
    CHECK(page.until("document.querySelector('#refusal').textContent !== ''", timeout));
    CHECK(page.until("document.activeElement.id === 'password'", timeout));
    press_button(page, "Sign in with an API key");
    CHECK(page.evaluate("document.activeElement.id") == "key");
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
