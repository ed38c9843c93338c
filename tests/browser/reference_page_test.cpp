// The reference of the API, /docs, in a browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/service_program.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace thimble::browser {

namespace {

/// A service without phones, and a browser with its reference.
struct reference_reader {
    std::string address() const { return "http://127.0.0.1:" + std::to_string(service.port()); }

    page reading() const
    {
        auto out = chromium.new_page();
        out.bring_to_front();
        out.open(address() + "/docs");
        if (!out.until("document.querySelector('.search')", timeout))
            throw std::runtime_error("the reference has no search");
        return out;
    }

    e2e::service_program service;
    headless_browser chromium;
};

/// Script: how many requests are to be seen, and the paths of these with commas.
constexpr auto count_of_requests = "[...document.querySelectorAll('details')].filter((each) => "
                                   "each.getClientRects().length).length";
constexpr auto paths_of_requests =
    "[...document.querySelectorAll('details')].filter((each) => each.getClientRects().length)"
    ".map((each) => each.querySelector('summary code').textContent).join()";

/// Script: an element with this selector is to be seen.
std::string is_in_sight(const std::string& selector)
{
    return "document.querySelector('" + selector + "').getClientRects().length > 0";
}

/// The field is empty, then has this.
void search_for(page& in, const std::string& text)
{
    in.strike("Escape");
    in.type(text);
}

} // namespace

TEST_CASE("the search of the reference finds requests while one types", "[browser]")
{
    const reference_reader with;
    auto page = with.reading();
    const auto all = page.evaluate(count_of_requests);
    CHECK(all.get<int>() > 100);
    page.type("/");
    CHECK(page.evaluate("document.activeElement.matches('.search input')") == true);
    CHECK(page.evaluate("document.activeElement.value") == "");
    page.type("post volume-up"); // a method and a path
    CHECK(page.evaluate(paths_of_requests) == "/v1/phones/{phone_id}/volume-up");
    CHECK(page.evaluate("document.querySelector('[role=status]').textContent") ==
          "1 of " + all.dump());
    CHECK(page.evaluate(is_in_sight("nav a[href$=volume-up]")) == true);
    for (const auto* hidden :
         {"nav a[href$=volume-down]", "nav a[href=\"#keys\"]", "nav a[href=\"#records\"]",
          "nav a[href=\"#errors\"]", "#keys", "#top"})
        CHECK(page.evaluate(is_in_sight(hidden)) == false);
    search_for(page, "say who is asking"); // a summary
    CHECK(page.evaluate(paths_of_requests) == "/v1/me");
    search_for(page, "hold_duration_ms"); // a field
    CHECK(page.evaluate(paths_of_requests) == "/v1/phones/{phone_id}/hold-and-drag");
    search_for(page, "battery_level"); // of answers alone
    CHECK(page.evaluate(paths_of_requests) == "/v1/phones/{phone_id}/info");
    search_for(page, "no such thing");
    CHECK(page.evaluate(count_of_requests) == 0);
    page.strike("Escape");
    CHECK(page.evaluate(count_of_requests) == all);
    CHECK(page.evaluate(is_in_sight("#top")) == true);
    CHECK(page.evaluate("document.activeElement.matches('.search input')") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a link of the reference ends a search that hides its target", "[browser]")
{
    const reference_reader with;
    auto page = with.reading();
    page.type("/");
    page.type("volume-up");
    REQUIRE(page.evaluate(is_in_sight("#record-job")) == false);
    page.evaluate("document.querySelector('details:not([hidden])').open = true");
    page.evaluate(
        "document.querySelector('details:not([hidden]) a[href=\"#record-job\"]').click()");
    CHECK(page.evaluate(is_in_sight("#record-job")) == true);
    CHECK(page.evaluate("document.querySelector('.search input').value") == "");
    CHECK(page.evaluate("location.hash") == "#record-job");
}

TEST_CASE("the reference looks like the dashboard, and leads there", "[browser]")
{
    const reference_reader with;
    auto page = with.reading();
    const auto look = [&page] {
        return page.evaluate("(({ fontFamily, backgroundColor, color }) => [fontFamily, "
                             "backgroundColor, color].join())(getComputedStyle(document.body))");
    };
    const auto here = look();
    CHECK(page.evaluate("document.querySelector('.bar a').getAttribute('href')") == "/");
    page.open(with.address() + "/");
    REQUIRE(page.until("document.querySelector('.entrance')", timeout));
    CHECK(look() == here);
}

TEST_CASE("the reference's examples are copied, or else selected", "[browser]")
{
    const reference_reader with;
    auto page = with.reading();
    page.allow_clipboard();
    CHECK(page.evaluate("document.querySelectorAll('figure').length === "
                        "document.querySelectorAll('figcaption button').length") == true);
    CHECK(page.evaluate("document.querySelector('#address').textContent") == with.address());
    const auto nth = GENERATE("0", "1"); // a request and an answer
    const auto example = "document.querySelectorAll('figure')[" + std::string(nth) + "]";
    page.evaluate(example + ".closest('details').open = true");
    page.evaluate(example + ".querySelector('button').click()");
    CHECK(page.until(example + ".querySelector('button').textContent === 'Copied'", timeout));
    CHECK(page.until("navigator.clipboard.readText().then((text) => text === " + example +
                         ".querySelector('pre').textContent)",
                     timeout));
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))");
    page.evaluate(example + ".querySelector('button').click()");
    CHECK(page.until("getSelection().toString().trim() === " + example +
                         ".querySelector('pre').textContent.trim()",
                     timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the reference of the API is as wide as its window", "[browser]")
{
    const reference_reader with;
    auto page = with.reading();
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    for (const int width : {1280, 390}) {
        INFO(width);
        page.resize(width, 844);
        CHECK(page.evaluate("document.documentElement.scrollWidth <= innerWidth") == true);
    }
    // The window is the narrow one now.
    page.type("/");
    page.type("volume-up");
    CHECK(page.evaluate(paths_of_requests) == "/v1/phones/{phone_id}/volume-up");
    CHECK(page.evaluate("document.documentElement.scrollWidth <= innerWidth") == true);
    const auto in_window = [&](const std::string& selector) {
        return page.evaluate(
            "((box) => box.left >= 0 && box.right <= innerWidth && box.top >= 0 && "
            "box.bottom <= innerHeight)(document.querySelector('" +
            selector + "').getBoundingClientRect())");
    };
    CHECK(in_window(".search input") == true);
    CHECK(in_window("details:not([hidden]) summary") == true);
}

} // namespace thimble::browser
