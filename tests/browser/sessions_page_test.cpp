// The page of all agent sessions in a real browser: which phone a new one is given.
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

namespace {

const std::string choice = "document.querySelector('[name=phone]')";

/// Script: the text of one of the phones to choose from is `text`.
std::string offers(const std::string& text)
{
    return "[..." + choice + ".options].some((each) => each.textContent === '" + text + "')";
}

void choose(page& in, const std::string& phone_id)
{
    in.evaluate(choice + ".value = '" + phone_id + "'");
    in.evaluate(choice + ".dispatchEvent(new Event('change'))");
}

} // namespace

TEST_CASE("without a model the form for a session says so before anything is written", "[browser]")
{
    const dashboard_view on;
    auto page = on.shown("sessions");
    REQUIRE(page.until("document.querySelector('option')", timeout));
    CHECK(page.evaluate("document.querySelector('.start .refusal').textContent.includes("
                        "'THIMBLE_MODEL_API_KEY')") == true);
    CHECK(page.evaluate("document.querySelector('.start .main').disabled") == true);
    page.evaluate("location.hash = '#/phones/" + on.system->id_of(on.phone) + "'");
    REQUIRE(page.until("document.querySelector('.give .main')", timeout));
    CHECK(page.evaluate("document.querySelector('.give .main').disabled") == true);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("of several phones none is proposed for a session before one is the default", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    const auto tablet = on.phones.at(1);
    REQUIRE(on.system->until_ready(tablet, timeout));
    auto page = on.shown("sessions");
    REQUIRE(page.until(choice + "?.options.length === 3", timeout));
    CHECK(page.evaluate(choice + ".value") == "");
    CHECK(page.evaluate(offers("Choose a phone")) == true);

    REQUIRE(on.system->api().post(on.system->path(tablet, "/select"), "{}").status == 200);
    page.evaluate("location.hash = '#/phones'");
    REQUIRE(page.until("document.querySelector('article')", timeout));
    page.evaluate("location.hash = '#/sessions'");
    CHECK(page.until(choice + "?.value === '" + on.system->id_of(tablet) + "'", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("a phone that has a session already leads to it", "[browser]")
{
    const session_view with(
        {.turns = {e2e::turn_of("ask_user", {{"question", "Which one?"}}), e2e::claim("Done.")}});
    auto page = with.begun();
    REQUIRE(page.until(session_is("Needs your answer"), timeout));
    const auto first = "#/sessions/" + with.latest().at("id").get<std::string>();
    page.evaluate("location.hash = '#/sessions'");
    REQUIRE(
        page.until(choice + "?.value === '" + with.on.system->id_of(with.on.phone) + "'", timeout));
    page.evaluate("document.querySelector('[name=instruction]').value = 'Another task.'");
    press_button(page, "Start session");
    const std::string link = "document.querySelector('.start .refusal a')";
    REQUIRE(page.until(link, timeout));
    CHECK(page.evaluate(link + ".textContent") == "Open that session");
    CHECK(page.evaluate(link + ".getAttribute('href')") == first);
    page.evaluate(link + ".click()");
    CHECK(page.until("document.querySelector('.session-page')", timeout));
    CHECK(page.evaluate("location.hash") == first);
    CHECK(page.complaints() == std::vector<std::string>{});
}

TEST_CASE("the phone that was chosen for a session stays chosen, or none is", "[browser]")
{
    const dashboard_view on({.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}});
    REQUIRE(on.system->until_ready(on.phones.at(1), timeout));
    const auto& proposed = on.phone;
    const auto chosen = on.phones.at(1);
    const auto id = on.system->id_of(chosen);
    REQUIRE(on.system->api().post(on.system->path(proposed, "/select"), "{}").status == 200);
    auto page = on.shown("sessions");
    REQUIRE(page.until(choice + "?.options.length === 2", timeout));
    CHECK(page.evaluate(choice + ".value") == on.system->id_of(proposed));
    choose(page, id);

    const auto renamed = on.system->api().send("PATCH", on.system->path(proposed, "/settings"),
                                               R"({"display_name": "Renamed"})", {});
    REQUIRE(renamed.status == 200);
    REQUIRE(page.until(offers("Renamed"), timeout));
    CHECK(page.evaluate(choice + ".value") == id);

    chosen.make("unplug");
    REQUIRE(page.until(offers("Choose a phone"), timeout));
    CHECK(page.evaluate(choice + ".value") == "");
    CHECK(page.evaluate(choice + ".validity.valueMissing") == true);
    CHECK(page.evaluate(offers("Renamed")) == true);
    chosen.make("plug");
    CHECK(page.until(choice + ".value === '" + id + "'", timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
