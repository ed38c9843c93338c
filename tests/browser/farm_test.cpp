// The page of all phones for somebody who has many.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

namespace {

/// The service knows so many phones, none of which is there.
std::string with_phones(int count)
{
    return R"js((() => {
        const { fetch: ask } = window;
        window.fetch = async (path, ...more) => {
            if (path !== "/v1/phones") return ask(path, ...more);
            const [one] = await (await ask(path, ...more)).json();
            return Response.json(Array.from({ length: )js" +
           std::to_string(count) +
           R"js( }, (_, place) => ({ ...one, id: `${one.id}-${place}`, connected_mac_id: null,
                labels: [place < 3 ? "smoke" : "blue"],
                lease: place === 1 ? { id: "lease", holder: { kind: "key", id: "1", name: "ci" },
                                       expires_at: "2030-01-01T00:00:00Z" } : null,
                display_name: `Phone ${place}`, os_version: place % 2 ? "17.5" : "18.5",
                readiness: { ready: place % 3 > 0, warnings: [], blockers: place % 3 ? [] : [
                    { code: "TRUST_PENDING", message: "It asks.", remedy: "Tap Trust.", docs: "" }] } })));
        };
    })())js";
}

void search_phones(page& in, const std::string& text)
{
    in.evaluate("(() => { const field = document.querySelector('[data-search]');"
                "field.value = '" +
                text + "'; field.dispatchEvent(new Event('input')); })()");
}

void choose_filter(page& in, const std::string& name, const std::string& value)
{
    in.evaluate("(() => { const choice = document.querySelector('[data-filter=" + name +
                "]');"
                "choice.value = '" +
                value + "'; choice.dispatchEvent(new Event('change')); })()");
}

const std::string cards_shown =
    "[...document.querySelectorAll('article')].filter((each) => !each.hidden).length";
const std::string farm_summary = "document.querySelector('.heading [role=status]').textContent";

} // namespace

TEST_CASE("phones are found by words and filters, as cards and as a table", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    CHECK(page.evaluate("document.querySelector('.farm-tools').hidden") ==
          true); // there is one phone
    page.evaluate(with_phones(12));
    REQUIRE(page.until(cards_shown + " === 12", timeout));
    CHECK(page.evaluate(farm_summary) == "12 phones · 8 ready · 4 not ready · 1 busy");
    press_button(page, "4 not ready"); // each count is a filter, and ends it
    CHECK(page.evaluate(cards_shown) == 4);
    CHECK(page.evaluate("document.querySelector('[data-filter=state]').value") == "attention");
    press_button(page, "4 not ready");
    CHECK(page.evaluate(cards_shown) == 12);
    search_phones(page, "phone 11");
    CHECK(page.evaluate(cards_shown) == 1);
    search_phones(page, "nothing like it");
    CHECK(page.evaluate(cards_shown) == 0);
    press_button(page, "Show all phones");
    CHECK(page.evaluate(cards_shown) == 12);
    choose_filter(page, "label", "smoke");
    CHECK(page.evaluate(cards_shown) == 3);
    CHECK(page.evaluate(farm_summary) == "12 phones · 2 ready · 1 not ready · 1 busy");
    press_button(page, "1 busy");
    CHECK(page.evaluate(cards_shown) == 1);
    choose_filter(page, "ios", "18"); // which it has not
    CHECK(page.evaluate(cards_shown) == 0);
    CHECK(page.evaluate(farm_summary) == "12 phones · 1 ready · 1 not ready · 0 busy");
    page.evaluate("[...document.querySelectorAll('.heading button')].at(-1).focus()");
    press_button(page, "0 busy");
    CHECK(page.evaluate("document.activeElement.textContent") ==
          "0 busy"); // it can be pressed again
    CHECK(page.evaluate(cards_shown) == 2);
    choose_filter(page, "ios", "");
    press_button(page, "1 busy");
    CHECK(page.evaluate(cards_shown) == 1);
    CHECK(page.evaluate("document.querySelector('article:not([hidden]) .lease').textContent"
                        ".startsWith('Leased by ci until ')") == true);
    choose_filter(page, "label", "");
    choose_filter(page, "state", "");
    choose_filter(page, "ios", "17");
    CHECK(page.evaluate(cards_shown) == 6);
    choose_filter(page, "state", "attention");
    CHECK(page.evaluate(cards_shown) == 2);

    press_button(page, "Table");
    CHECK(page.evaluate("document.querySelectorAll('tr[data-phone]').length") == 2);
    CHECK(page.evaluate("document.querySelector('.cards').hidden") == true);
    CHECK(page.evaluate("document.querySelector('tr[data-phone] .state').textContent") ==
          "Not ready: It asks. Tap Trust.");
    page.evaluate("location.hash = '#/usage'");
    REQUIRE(page.until("document.querySelector('.figure')", timeout));
    page.evaluate("location.hash = '#/phones'");
    CHECK(page.until("document.querySelectorAll('tr[data-phone]').length === 2", timeout));
    press_button(page, "Grid");
    CHECK(page.evaluate(cards_shown) == 2);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone is renamed in the table, by the menu of its line", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    REQUIRE(on.system->until_ready(on.phones.at(1), timeout));
    auto page = on.shown();
    REQUIRE(page.until(cards_shown + " === 2", timeout));
    press_button(page, "Table");
    const std::string line =
        "document.querySelector('tr[data-phone=\"" + on.system->id_of(on.phone) + "\"]')";
    REQUIRE(page.until(line, timeout));
    CHECK(page.evaluate("[...document.querySelectorAll('thead th')].map((each) => "
                        "getComputedStyle(each).textAlign).every((each) => each === 'left')") ==
          true);
    page.evaluate(line + ".querySelector('[popovertarget]').click()");
    REQUIRE(page.until(line + ".querySelector('.menu:popover-open')", timeout));
    page.evaluate("[..." + line +
                  ".querySelectorAll('.menu button')].find((each) => each.textContent === "
                  "'Rename').click()");
    page.evaluate(line + ".querySelector('.renaming input').value = 'Desk'");
    page.evaluate(line + ".querySelector('.renaming').requestSubmit()");
    CHECK(page.until(line + ".querySelector('th a')?.textContent === 'Desk'", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone that is not ready is a row with its remedy and the way to its set-up",
          "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16,locked"}});
    auto page = on.shown();
    const std::string row = "document.querySelector('article[data-shape=row]')";
    REQUIRE(page.until(row + "?.querySelector('.blockers li')", timeout));
    CHECK(page.evaluate("getComputedStyle(" + row + ".querySelector('.glass')).display === (" +
                        row + ".matches('.pictured') ? 'block' : 'none')") == true);
    CHECK(page.evaluate(
              row +
              ".offsetWidth > document.querySelector('article[data-shape=card]').offsetWidth") ==
          true);
    CHECK(page.evaluate("document.querySelector('article').dataset.shape") ==
          "card"); // the ready ones first
    page.evaluate(row + ".querySelector('.guide[aria-label^=\"Set-up\"]').click()");
    CHECK(page.until("document.querySelector('.setup:not([hidden])')", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("of five hundred phones only those in view have pictures", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown();
    page.evaluate(R"js((() => {
        const { fetch: ask } = window;
        window.pictured = new Set();
        window.fetch = (path, ...more) => {
            const found = /phones\/([^/]+)\/(?:stream|screenshot)/.exec(path);
            if (found) window.pictured.add(found[1]);
            return ask(path, ...more);
        };
    })())js");
    page.evaluate(with_phones(500));
    REQUIRE(page.until(cards_shown + " === 500", timeout));
    REQUIRE(page.until("window.pictured.size > 0", timeout));
    CHECK(page.evaluate("window.pictured.size").get<int>() < 60);
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)");
    // One that was far out of sight before.
    CHECK(page.until("[...window.pictured].some((id) => Number(id.split('-').at(-1)) > 100)",
                     timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
