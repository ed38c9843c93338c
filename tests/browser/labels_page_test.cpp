// Labels and leases on the page of a phone.
#include "tests/browser/dashboard_view.hpp"
#include "tests/browser/phone_screen.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

namespace {

constexpr auto labels_are = "[...document.querySelectorAll('.phone-head .labels .badge')]"
                            ".map((each) => each.textContent).join() === ";

void put_labels(page& in, const std::string& words)
{
    press_button(in, "Edit labels");
    in.evaluate("(() => { const field = document.querySelector('.phone-head form input');"
                "field.value = " +
                nlohmann::json(words).dump() + "; field.form.requestSubmit(); })()");
}

} // namespace

TEST_CASE("a phone's page puts labels anew, and tells who has leased it", "[browser]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    put_labels(page, "smoke, blue");
    CHECK(page.until(std::string(labels_are) + "'smoke,blue'", timeout));
    CHECK(on.system->record_of(on.phone).at("labels") == nlohmann::json{"smoke", "blue"});
    put_labels(page, "-");
    CHECK(page.until("document.querySelector('.phone-head .refusal').textContent !== ''", timeout));
    press_button(page, "Cancel");
    CHECK(page.until(std::string(labels_are) + "'smoke,blue'", timeout));

    const auto made = on.system->api().post("/v1/keys", R"({"name":"ci"})").json();
    const auto theirs = on.system->stranger().with({{"X-API-Key", made.at("key")}});
    REQUIRE(theirs.post(on.system->path(on.phone, "/lease"), "{}").status == 200);
    CHECK(page.until("document.querySelector('.phone-head .lease').textContent"
                     ".startsWith('Leased by ci until ')",
                     timeout));
    // The page learns from the first refusal that the lease is not its own.
    const std::string home = "[...document.querySelectorAll('.rail button')]"
                             ".find((each) => each.textContent === 'Home')";
    CHECK(page.evaluate(home + ".disabled") == false);
    press_button(page, "Home");
    CHECK(refuses(page, "Somebody else has leased this phone"));
    CHECK(page.until(home + ".disabled", timeout));
    CHECK(page.until("document.querySelector('.apps button')?.disabled", timeout));
    REQUIRE(theirs.send("DELETE", on.system->path(on.phone, "/lease"), "", {}).status == 204);
    CHECK(page.until("document.querySelector('.phone-head .lease').hidden", timeout));
    CHECK(page.until("!" + home + ".disabled", timeout));
}

} // namespace thimble::browser
