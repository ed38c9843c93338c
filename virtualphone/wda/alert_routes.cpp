// The alert in front of everything.
#include "virtualphone/wda/arguments.hpp"
#include "virtualphone/wda/route.hpp"

#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;

answer no_alert()
{
    return failure(errors::no_such_alert,
                   "An attempt was made to operate on a modal dialog when one was not open");
}

answer alert_text(automation& agent, const request&)
{
    const auto& alert = agent.os().alert();
    if (!alert)
        return no_alert();
    return success(alert->text.empty() ? alert->title : alert->title + "\n" + alert->text);
}

answer alert_buttons(automation& agent, const request&)
{
    const auto& alert = agent.os().alert();
    return alert ? success(alert->buttons) : no_alert();
}

answer type_into_alert(automation& agent, const request&)
{
    if (!agent.os().alert())
        return no_alert();
    return failure(errors::unsupported_operation, "The alert contains no input fields");
}

/// Presses the named button, or the one that the alert has for it by default.
answer press(automation& agent,
             const request& asked,
             const std::string& (*otherwise)(const std::vector<std::string>&))
{
    const auto name = optional_text_argument(asked.body, "name");
    if (!name)
        return failure(name.error());
    const auto& alert = agent.os().alert();
    if (!alert || alert->buttons.empty())
        return no_alert();
    const std::string button = name->value_or(otherwise(alert->buttons));
    if (!agent.os().answer_alert(button, agent.present())) {
        return failure(errors::invalid_element_state,
                       "Failed to find button with label '" + button + "' for alert");
    }
    return success();
}

answer accept(automation& agent, const request& asked)
{
    return press(agent, asked,
                 [](const auto& buttons) -> const std::string& { return buttons.back(); });
}

answer dismiss(automation& agent, const request& asked)
{
    return press(agent, asked,
                 [](const auto& buttons) -> const std::string& { return buttons.front(); });
}

} // namespace

std::span<const route> alert_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::get, "/alert/text", either, alert_text},
        route{verb::post, "/alert/text", required, type_into_alert},
        route{verb::post, "/alert/accept", either, accept},
        route{verb::post, "/alert/dismiss", either, dismiss},
        route{verb::get, "/wda/alert/buttons", required, alert_buttons},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
