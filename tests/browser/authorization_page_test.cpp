// The page on which somebody lets a program in, in a real browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

using nlohmann::json;

namespace {

/// RFC 7636 has it as an example.
constexpr auto some_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A program that has registered itself; its answers go to the dashboard's own address.
struct asking_program {
    explicit asking_program(const dashboard_view& in)
        : on(in), redirect("http://127.0.0.1:" + std::to_string(on.system->port()) + "/live"),
          id(on.system->stranger()
                 .post("/oauth/register",
                       json{{"client_name", "Ada's program"}, {"redirect_uris", {redirect}}}.dump())
                 .json()
                 .at("client_id"))
    {
    }

    /// The path of the page that decides.
    std::string ask() const
    {
        const auto sent = on.system->stranger().get(
            "/oauth/authorize?response_type=code&code_challenge_method=S256&state=mine"
            "&code_challenge=" +
            std::string(some_challenge) + "&client_id=" + id);
        REQUIRE(sent.status == 303);
        return sent.header("location");
    }

    const dashboard_view& on;
    std::string redirect;
    std::string id;
};

page asked_page(const dashboard_view& on, const asking_program& by)
{
    auto out = on.shown("phones");
    const auto place = by.ask();
    out.evaluate("location.hash = '" + place.substr(place.find('#')) + "'");
    REQUIRE(out.until("document.querySelector('#approve')", timeout));
    return out;
}

} // namespace

TEST_CASE("a person sees which program asks, chooses, and lets it in", "[browser]")
{
    const dashboard_view on;
    const asking_program by(on);
    auto page = asked_page(on, by);
    const auto told = page.evaluate("document.querySelector('main').textContent");
    const auto text = told.get<std::string>();
    CHECK(text.find("Ada's program") != std::string::npos);
    CHECK(text.find("nobody has checked its name") != std::string::npos);
    CHECK(text.find("this computer") != std::string::npos);
    CHECK(page.evaluate("document.activeElement.id") == "refuse");
    CHECK(page.evaluate("[...document.querySelectorAll('[data-value]')].map((each) => "
                        "each.dataset.value).includes('admin')") == false);
    page.evaluate("document.querySelector('[data-value=\"sessions\"]').click()");
    page.evaluate("document.querySelector('main form').requestSubmit()");
    CHECK(page.until("location.search.includes('code=tg_')", timeout));
    CHECK(page.evaluate("new URLSearchParams(location.search).get('state')") == "mine");
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a person who says no sends the program away", "[browser]")
{
    const dashboard_view on;
    const asking_program by(on);
    auto page = asked_page(on, by);
    page.evaluate("document.querySelector('#refuse').click()");
    CHECK(page.until("location.search.includes('error=access_denied')", timeout));
}

TEST_CASE("a request that is over is told to be", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("phones");
    page.evaluate("location.hash = '#/authorize/nothing'");
    CHECK(page.until("document.querySelector('main').textContent.includes('is over')", timeout));
}

} // namespace thimble::browser
