// The same task on several phones, side by side.
#include "tests/browser/session_view.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

namespace {

std::shared_ptr<e2e::household> household_of_model(const e2e::scripted_provider& model)
{
    auto out = std::make_shared<e2e::household>();
    out->more = model.variables();
    return out;
}

} // namespace

TEST_CASE("a task is given to several phones, whose results stand side by side", "[browser]")
{
    e2e::scripted_provider model;
    model.play(e2e::script_of({.turns = {e2e::claim("It is done.")}, .for_ever = true}));
    const dashboard_view on(
        {.phones = {"iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5"}, .device_time = "0"}, {},
        household_of_model(model));
    REQUIRE(on.system->until_ready(on.phones.at(1), timeout));
    auto page = on.shown("sessions");
    const std::string phone_choice = "document.querySelector('[name=phone]')";
    REQUIRE(page.until(phone_choice + "?.options.length === 3", timeout));
    page.evaluate(phone_choice + ".value = '" + on.system->id_of(on.phone) + "'");
    page.evaluate(phone_choice + ".dispatchEvent(new Event('change'))");
    const std::string others = "document.querySelectorAll('.further input')";
    REQUIRE(page.until(others + ".length === 1", timeout));
    CHECK(page.evaluate(others + "[0].value") == on.system->id_of(on.phones.at(1)));
    page.evaluate(others + "[0].click()");
    page.evaluate("document.querySelector('[name=instruction]').value = 'Do it on both.'");
    press_button(page, "Start session");
    REQUIRE(page.until("document.querySelectorAll('.side-by-side').length === 2", timeout));
    CHECK(page.until("document.querySelector('h1').textContent === 'Do it on both.'", timeout));
    CHECK(page.until(
        "[...document.querySelectorAll('.side-by-side')].every((each) => "
        "each.dataset.status === 'completed' && each.textContent.includes('It is done.'))",
        timeout));
    CHECK(page.until("document.querySelectorAll('.side-by-side canvas:not(.blank)').length === 2",
                     timeout));
    CHECK(page.until(
        "document.querySelector('.heading [role=status]').textContent === '2 of 2 ended'",
        timeout));
    CHECK(page.complaints() == std::vector<std::string>{});
}

} // namespace thimble::browser
