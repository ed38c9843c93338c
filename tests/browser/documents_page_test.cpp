// Pages of the documents that the service serves.
#include "service/dashboard/dashboard.hpp"
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace thimble::browser {

namespace {

/// A browser that has signed in to a thimbled; nothing is asked of its phone.
struct reader {
    page signed_in() const
    {
        auto out = opened_with_key(chromium, system);
        if (!out.until("!document.querySelector('#shell').hidden", timeout))
            throw std::runtime_error("nobody has signed in");
        return out;
    }

    e2e::virtual_phones phones{{.phones = {"iPhone 15 Pro,ios=18.5"}}};
    e2e::thimble_system system{phones};
    headless_browser chromium;
};

/// Turns to "#/docs/iphone/trust"; nothing of the page before is left.
void turn_to(page& in, const std::string& address)
{
    in.evaluate("document.querySelector('#page').replaceChildren()");
    in.evaluate("location.hash = '" + address + "'");
}

constexpr auto is_shown = "document.querySelector('.document h1')";

/// The addresses that a document leads to on these pages.
std::set<std::string> links_of(page& in)
{
    return in
        .evaluate("[...document.querySelectorAll('.document a')]"
                  ".map((each) => each.getAttribute('href'))"
                  ".filter((each) => !/^https?:/.test(each))")
        .get<std::set<std::string>>();
}

/// From now on requests for documents fail as `window.failing` says, until that is null.
constexpr auto failing_documents = R"js((() => {
    const fetched = window.fetch;
    window.fetch = async (path, ...more) => {
        if (!path.startsWith("/docs/") || !window.failing) return fetched(path, ...more);
        window.failed = true;
        return window.failing();
    };
})())js";

std::vector<std::string> addresses_of_documents()
{
    std::vector<std::string> out;
    for (const auto& each : service::dashboard::documents())
        out.push_back("#/docs/" + std::string(each.name.substr(0, each.name.find('.'))));
    return out;
}

} // namespace

TEST_CASE("every link of a document leads to a place in one that is served", "[browser]")
{
    const reader with;
    auto page = with.signed_in();
    std::set<std::string> links;
    for (const auto& address : addresses_of_documents()) {
        INFO(address);
        turn_to(page, address);
        REQUIRE(page.until(is_shown, timeout));
        links.merge(links_of(page));
    }
    CHECK(links.size() > 5);
    for (const auto& each : links) {
        INFO(each);
        turn_to(page, each);
        REQUIRE(page.until("document.querySelector('#page h1:not(.unseen)')", timeout));
        CHECK(page.evaluate(std::string(is_shown) + " !== null") == true);
        constexpr auto names_a_place = "location.hash.split('/').length > 3";
        if (page.evaluate(names_a_place) == true)
            CHECK(page.until("document.activeElement.id.startsWith('place-')", timeout));
    }
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("codes in the table of a document are whole, and its columns begin at the left",
          "[browser]")
{
    const reader with;
    auto page = with.signed_in();
    page.resize(700, 800);
    turn_to(page, "#/docs/iphone");
    REQUIRE(page.until("document.querySelectorAll('.document td code').length > 5", timeout));
    const auto all = [&](const std::string& selector, const std::string& condition) {
        return page.evaluate("[...document.querySelectorAll('.document " + selector +
                             "')].every((each) => " + condition + ")");
    };
    CHECK(all("td code", "each.getClientRects().length === 1") == true);
    CHECK(all("td, .document th", "getComputedStyle(each).textAlign === 'left'") == true);
    CHECK(page.evaluate("document.documentElement.scrollWidth <= innerWidth") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the name of a document that is not served stands without a link", "[browser]")
{
    const reader with;
    auto page = with.signed_in();
    turn_to(page, "#/docs/iphone");
    REQUIRE(page.until(is_shown, timeout));
    const std::string named = "[...document.querySelectorAll('.document p')].find((each) => "
                              "each.textContent.includes('virtual phone'))";
    REQUIRE(page.evaluate(named + " !== undefined") == true);
    CHECK(page.evaluate("document.querySelector('.document a[href*=virtual-phone]')").is_null());
    turn_to(page, "#/docs/virtual-phone");
    CHECK(page.until("document.querySelector('#page .empty')", timeout));
    CHECK(page.evaluate("document.querySelector('h1').textContent") == "No such document");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a document that cannot be read now is told so, and read once it can be", "[browser]")
{
    const auto failure =
        GENERATE("async () => { throw new TypeError('Failed to fetch'); }",
                 "async () => new Response(JSON.stringify({ message: 'The disk is full.' }), "
                 "{ status: 500 })",
                 "async () => new Response(new ReadableStream({ start: (body) => body.error() }))");
    INFO(failure);
    const reader with;
    auto page = with.signed_in();
    page.evaluate(failing_documents);
    page.evaluate("window.failing = " + std::string(failure) + ", true");
    turn_to(page, "#/docs/iphone");
    CHECK(page.until("window.failed && !document.querySelector('#notice').hidden", timeout));
    CHECK(page.evaluate("document.querySelector('#page .document')").is_null());
    page.evaluate("window.failing = null");
    CHECK(page.until(is_shown, timeout));
    CHECK(page.until("document.querySelector('#notice').hidden", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
