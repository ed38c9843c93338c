#include "tests/browser/session_view.hpp"

#include <stdexcept>

namespace thimble::browser {

namespace {

std::shared_ptr<e2e::household> household_with(const e2e::scripted_provider& model,
                                               const e2e::environment& variables)
{
    auto out = std::make_shared<e2e::household>();
    out->more = model.variables();
    out->more.insert(variables.begin(), variables.end());
    return out;
}

} // namespace

session_view::session_view(const e2e::agent_script& plays,
                           const e2e::phone_shop& shop,
                           const e2e::arguments& more,
                           const e2e::environment& variables)
    : home(household_with(model, variables)), on(shop, more, home)
{
    model.play(e2e::script_of(plays));
}

page session_view::begun(const std::string& instruction, bool recorded) const
{
    auto out = on.shown("sessions");
    if (!out.until("document.querySelector('option')", timeout))
        throw std::runtime_error("there is no phone to choose");
    out.evaluate("document.querySelector('[name=instruction]').value = '" + instruction + "'");
    if (recorded)
        out.evaluate("document.querySelector('[name=record]').click()");
    press_button(out, "Start session");
    if (!out.until("document.querySelector('.session-page')", timeout))
        throw std::runtime_error(out.evaluate("document.body.innerText").dump());
    return out;
}

nlohmann::json session_view::latest() const
{
    return on.system->api().get("/v1/sessions").json().at("sessions").at(0);
}

std::string session_is(const std::string& state)
{
    return "document.querySelector('.session-head .badge').textContent === '" + state + "'";
}

std::string story_has_ended()
{
    return "[...document.querySelectorAll('.timeline [data-type=status]')]"
           ".some(({ textContent }) => /^(Completed|Stopped|Failed)/.test(textContent))";
}

void say_to_agent(page& in, const std::string& text)
{
    in.evaluate("document.querySelector('#message').value = '" + text + "'");
    press_button(in, "Send");
}

} // namespace thimble::browser
