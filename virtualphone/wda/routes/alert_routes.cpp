// Alerts of the system and of the application in front, and what counts as one.
#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;

answer no_alert()
{
    return failure(errors::no_such_alert,
                   "An attempt was made to operate on a modal dialog when one was not open");
}

/// The system's alerts come first, then those of the active application. A sheet counts as one,
/// except in a popover of an iPad.
const shown_alert* alert_for(automation& agent, const request& asked)
{
    const auto* const alert = agent.os().alert();
    if (alert == nullptr)
        return nullptr;
    const bool of_another =
        !alert->app.empty() && alert->app != agent.active_application(asked.session.has_value());
    const bool popover =
        alert->kind == alert_kind::sheet && agent.os().hardware().kind == idiom::pad;
    return of_another || popover ? nullptr : alert;
}

/// Looking through the trees of the system and of the application takes its time.
boost::asio::awaitable<void> look_for_alert(automation& agent, const request& asked)
{
    constexpr std::string_view browser = "com.apple.mobilesafari";
    const auto& times = agent.device().times;
    const auto app = agent.active_application(asked.session.has_value());
    const bool web = app == browser && times.alert_web_most > milliseconds(0);
    co_await agent.sleep(times.of_alert(web, web ? element_count(agent.os().tree_of(app)) : 0));
}

/// All texts outside of the buttons.
boost::asio::awaitable<answer> alert_text(automation& agent, const request& asked)
{
    co_await look_for_alert(agent, asked);
    const auto* const alert = alert_for(agent, asked);
    if (alert == nullptr)
        co_return no_alert();
    const bool both = !alert->title.empty() && !alert->text.empty();
    co_return success(alert->title + (both ? "\n" : "") + alert->text);
}

boost::asio::awaitable<answer> alert_buttons(automation& agent, const request& asked)
{
    co_await look_for_alert(agent, asked);
    const auto* const alert = alert_for(agent, asked);
    co_return alert != nullptr ? success(alert->buttons) : no_alert();
}

answer type_into_alert(automation& agent, const request& asked)
{
    if (alert_for(agent, asked) == nullptr)
        return no_alert();
    return failure(errors::unsupported_operation, "The alert contains no input fields");
}

enum class alert_button : std::uint8_t { accepting, dismissing };

/// By its place: an alert is accepted with its last button, a sheet with its first.
const std::string& default_button(const shown_alert& alert, alert_button which)
{
    const bool last = (which == alert_button::accepting) == (alert.kind != alert_kind::sheet);
    return last ? alert.buttons.back() : alert.buttons.front();
}

answer press_alert_button(automation& agent, const request& asked, alert_button which)
{
    const auto name = optional_text_argument(asked.body, "name");
    if (!name)
        return failure(name.error());
    const auto* const alert = alert_for(agent, asked);
    if (alert == nullptr || alert->buttons.empty())
        return no_alert();
    const std::string button = name->value_or(default_button(*alert, which));
    if (!agent.os().answer_alert(button, agent.present())) {
        return failure(errors::invalid_element_state,
                       "Failed to find button with label '" + button + "' for alert");
    }
    return success();
}

answer accept(automation& agent, const request& asked)
{
    return press_alert_button(agent, asked, alert_button::accepting);
}

answer dismiss(automation& agent, const request& asked)
{
    return press_alert_button(agent, asked, alert_button::dismissing);
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
