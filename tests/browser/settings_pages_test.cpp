// The pages of keys and desktops in a real browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/browser/held_requests.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::browser {

using e2e::eventually;
using nlohmann::json;
using std::chrono_literals::operator""s;

namespace {

void fill_and_submit(page& in, const std::string& value)
{
    in.evaluate("document.querySelector('form input').value = '" + value + "'");
    in.evaluate("document.querySelector('form').requestSubmit()");
}

/// Presses a button that asks first, and what it asks: at one go, since a list that is read anew
/// takes the question back, and so does time.
void press_surely(page& in, const std::string& name, const std::string& question)
{
    in.evaluate("(() => { const named = (text) => [...document.querySelectorAll('button')]"
                ".find((each) => each.textContent === text);"
                "if (!named('" +
                question + "')) named('" + name + "').click(); named('" + question +
                "').click(); })()");
}

} // namespace

TEST_CASE("a key that the page has made opens the service until it is revoked there", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("keys");
    fill_and_submit(page, "build server");
    REQUIRE(page.until("document.querySelector('#new-key')", timeout));
    const auto key = page.evaluate("document.querySelector('#new-key').textContent");
    const auto status = [&] {
        return on.system->stranger()
            .with({{"X-API-Key", key.get<std::string>()}})
            .get("/v1/status")
            .status;
    };
    CHECK(status() == 200);
    const std::string copy = "document.querySelector('.fresh button')";
    const auto width = page.evaluate(copy + ".offsetWidth");
    page.allow_clipboard();
    page.evaluate(copy + ".click()");
    REQUIRE(page.until(copy + ".textContent === 'Copied'", timeout));
    CHECK(page.evaluate(copy + ".offsetWidth") == width); // what stands beside it stays there
    press_button(page, "Done");
    CHECK(page.evaluate("document.body.innerHTML.includes('" + key.get<std::string>() + "')") ==
          false);

    REQUIRE(page.until("document.querySelector('tr[data-key]')", timeout));
    press_button(page, "Revoke");
    CHECK(status() == 200); // the first press asks
    press_surely(page, "Revoke", "Revoke it?");
    CHECK(page.until("!document.querySelector('tr[data-key]')", timeout));
    CHECK(status() == 401);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the page of keys says that the key of thimbled is not among them", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("keys");
    REQUIRE(page.until("document.querySelector('main .empty')", timeout));
    CHECK(page.evaluate("document.querySelector('main .empty h2').textContent") ==
          "No other key yet");
    CHECK(page.evaluate("[...document.querySelectorAll('main .hint')].some(({ textContent }) => "
                        "/^The key that thimbled was started with, from THIMBLE_API_KEY or .* is "
                        "not listed and cannot be revoked here\\.$/.test(textContent))") == true);
    CHECK(on.system->api().get("/v1/keys").json() == json::array()); // as the page says
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a key may see alone unless more is chosen, and is listed in the words of the form",
          "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("keys");
    const std::string ticked = "[...document.querySelectorAll('form [data-value]')].filter((each) "
                               "=> each.checked).map((each) => each.dataset.value).join()";
    REQUIRE(page.until(ticked + " === 'read'", timeout));
    CHECK(page.evaluate("document.querySelector('.choosers').getBoundingClientRect().bottom <= "
                        "document.querySelector('form .main').getBoundingClientRect().top") ==
          true);
    page.evaluate("document.querySelector('form [data-value=act]').click()");
    fill_and_submit(page, "build server");
    REQUIRE(page.until("document.querySelector('tr[data-key]')", timeout));
    CHECK(on.system->api().get("/v1/keys").json().at(0).at("scopes") == json{"read", "act"});
    CHECK(page.evaluate("document.querySelector('tr[data-key]').children[2].textContent") ==
          "See, Act");
    for (const auto* word : {"See: ", "Act: "})
        CHECK(page.evaluate("document.querySelector('form .choices').textContent.includes('" +
                            std::string(word) + "')") == true);
    CHECK(page.evaluate(ticked) == "read"); // for the next one
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the foot of a page begins where the page does", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("keys");
    page.resize(1600, 900);
    const auto begins = [&](const std::string& selector) {
        return page
            .evaluate("document.querySelector('" + selector + "').getBoundingClientRect().left")
            .get<double>();
    };
    REQUIRE(page.until("document.querySelector('.choosers fieldset')", timeout));
    CHECK(begins("#foot a") == begins("main h1"));
    page.evaluate("location.hash = '#/phones'");
    REQUIRE(page.until("document.querySelector('article')", timeout));
    CHECK(begins("#foot a") == begins("main h1"));
}

TEST_CASE("a key is made once, and what is typed meanwhile stays", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("keys");
    const held_requests held(page);
    fill_and_submit(page, "build server");
    REQUIRE(held.until_sent(1));
    fill_and_submit(page, "laptop");
    held.let_all_go();
    REQUIRE(page.until("document.querySelector('#new-key')", timeout));
    CHECK(held.names() == std::vector<std::string>{"keys"});
    CHECK(page.evaluate("document.querySelector('form input').value") == "laptop");
    page.evaluate("document.querySelector('form').requestSubmit()");
    CHECK(page.until("document.querySelector('.fresh h2').textContent === 'The key “laptop”'",
                     timeout));
    CHECK(page.until("document.querySelector('form input').value === ''", timeout));
    CHECK(held.names().size() == 2);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a list that changes keeps the question that it was asked, and the focus", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("keys");
    page.evaluate("Promise.all([import('/dashboard/record_list.js'), import('/dashboard/dom.js')])"
                  ".then(([{ RecordList }, { dangerButton, make }]) => {"
                  "  window.list = new RecordList((names) => make('div', {}, names.map((name) =>"
                  "    dangerButton('Revoke', 'Revoke it?', () => {}, name))));"
                  "  document.body.append(list.element);"
                  "  list.show(['one', 'two']);"
                  "  list.element.lastChild.lastChild.focus();"
                  "})");
    const auto names = [&] {
        return page.evaluate("[...list.element.querySelectorAll('button')]"
                             ".map((each) => each.ariaLabel).join()");
    };
    page.evaluate("list.show(['one', 'two', 'three'])");
    CHECK(names() == "Revoke one,Revoke two,Revoke three");
    CHECK(page.evaluate("document.activeElement.ariaLabel") == "Revoke two");
    page.evaluate("document.activeElement.click(); list.show(['two'])");
    CHECK(names() == "Revoke one,Revoke it? two,Revoke three");
    page.evaluate("document.activeElement.click(); list.show(['one'])"); // the second press
    CHECK(names() == "Revoke one");
    CHECK(page.evaluate("document.activeElement.ariaLabel") == "Revoke one");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a page whose key is revoked asks to sign in", "[browser]")
{
    const dashboard_view on;
    const auto made = on.system->api().post("/v1/keys", R"({"name": "short"})").json();
    auto page = on.chromium.new_page();
    page.bring_to_front();
    page.open(on.address() + "#key=" + made.at("key").get<std::string>());
    REQUIRE(page.until("document.querySelector('article')", timeout));
    REQUIRE(on.system->api()
                .send("DELETE", "/v1/keys/" + made.at("id").get<std::string>(), "", {})
                .status == 204);
    CHECK(page.until("document.querySelector('.entrance')", timeout));
    CHECK(page.evaluate("document.querySelector('#shell').hidden") == true);
}

TEST_CASE("a secret is kept and deleted on its page, which never shows its value", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("secrets");
    const auto names = [&] {
        return on.system->api().get("/v1/secrets").json().at("secrets").size();
    };
    page.evaluate("document.querySelector('form [type=password]').value = 'hunter2'");
    fill_and_submit(page, "mail_password");
    REQUIRE(page.until("document.querySelector('tbody')?.textContent.includes("
                       "'{{secret:mail_password}}')",
                       timeout));
    CHECK(names() == 1);
    CHECK(page.evaluate("document.querySelector('form [type=password]').value") == "");
    CHECK(page.evaluate("document.documentElement.outerHTML.includes('hunter2')") == false);
    press_surely(page, "Delete", "Delete it?");
    CHECK(page.until("!document.querySelector('tbody')", timeout));
    CHECK(names() == 0);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a desktop is let in by its code, and revoked", "[browser]")
{
    const dashboard_view on;
    const auto asked =
        on.system->stranger().post("/v1/enrolments", R"({"name": "Front desk"})").json();
    auto page = on.shown("desktops");
    fill_and_submit(page, "BBBB-BBBB");
    CHECK(page.until("document.querySelector('form .refusal').textContent !== ''", timeout));
    fill_and_submit(page, asked.at("code").get<std::string>());
    REQUIRE(
        page.until("document.querySelector('table')?.textContent.includes('Front desk')", timeout));
    press_surely(page, "Revoke", "Revoke it?");
    CHECK(
        page.until("!document.querySelector('table').textContent.includes('Front desk')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
