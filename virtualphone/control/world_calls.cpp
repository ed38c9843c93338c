// Influence of the world on a phone: its cable, its person, its orientation.
#include "virtualphone/control/body.hpp"
#include "virtualphone/control/call.hpp"
#include "virtualphone/control/power_cycle.hpp"

#include <array>
#include <utility>

namespace thimble::virtualphone::control {

namespace {

using boost::beast::http::status;
using boost::beast::http::verb;

reply bad_input(const std::string& sentence)
{
    return error_reply(status::bad_request, sentence);
}

reply done(const call& asked)
{
    return json_reply(phone_report(asked.device));
}

reply unplug(const call& asked)
{
    asked.around.unplug(asked.device);
    return done(asked);
}

reply plug(const call& asked)
{
    asked.around.plug(asked.device);
    return done(asked);
}

reply lock(const call& asked)
{
    asked.device.os.lock(asked.now);
    return done(asked);
}

reply unlock(const call& asked)
{
    asked.device.os.unlock(asked.now);
    return done(asked);
}

/// Answered when the phone is back.
boost::asio::awaitable<reply> reboot(const call& asked)
{
    co_await power_cycle({&asked.device, &asked.agent}, asked.around);
    co_return done(asked);
}

reply set_trust(const call& asked)
{
    static constexpr std::array choices{choice{"ask", trust::ask}, choice{"yes", trust::yes},
                                        choice{"no", trust::no}};
    const auto wanted = choice_of<trust>(asked.body, "state", choices);
    if (!wanted)
        return bad_input(wanted.error());
    asked.around.set_trust(asked.device, *wanted);
    return done(asked);
}

reply rotate(const call& asked)
{
    const auto text = text_of(asked.body, "orientation");
    if (!text)
        return bad_input(text.error());
    const auto wanted = parse_turned(*text);
    if (!wanted)
        return bad_input("orientation must be portrait, landscape_left, landscape_right or "
                         "upside_down");
    asked.device.os.rotate_device(*wanted, asked.now);
    return done(asked);
}

reply show_alert(const call& asked)
{
    auto title = text_of(asked.body, "title");
    auto text = text_of(asked.body, "text", "");
    auto buttons = texts_of(asked.body, "buttons", {"OK"});
    if (!title)
        return bad_input(title.error());
    if (!text)
        return bad_input(text.error());
    if (!buttons)
        return bad_input(buttons.error());
    auto app = text_of(asked.body, "bundle_id", "");
    if (!app)
        return bad_input(app.error());
    const auto kind = text_of(asked.body, "kind", "alert");
    const auto known = kind ? parse_alert_kind(*kind) : std::nullopt;
    if (!known)
        return bad_input("kind must be one of alert, sheet, web_dialog");
    if (*known != alert_kind::alert && app->empty())
        return bad_input("a sheet and a web_dialog need the bundle_id of their app");
    asked.device.os.show_alert({.title = *std::move(title),
                                .text = *std::move(text),
                                .buttons = *std::move(buttons),
                                .app = *std::move(app),
                                .kind = *known},
                               asked.now);
    return done(asked);
}

reply set_runner(const call& asked)
{
    static constexpr std::array choices{choice{"running", runner::running},
                                        choice{"dead", runner::dead}, choice{"hung", runner::hung},
                                        choice{"zombie", runner::zombie}};
    const auto wanted = choice_of<runner>(asked.body, "state", choices);
    if (!wanted)
        return bad_input(wanted.error());
    asked.agent.set_runner(*wanted);
    return done(asked);
}

/// Pressed together they end what automates the phone, as people can do who have it in hand.
reply press_both_volume_buttons(const call& asked)
{
    constexpr milliseconds briefly{50};
    for (const auto each : {hardware_button::volume_up, hardware_button::volume_down})
        asked.device.os.press(each, briefly, asked.now);
    if (asked.device.runner != runner::dead)
        asked.agent.set_runner(runner::dead);
    return done(asked);
}

reply set_automation(const call& asked)
{
    static constexpr std::array choices{choice{"on", ui_automation::on},
                                        choice{"off", ui_automation::off},
                                        choice{"asked", ui_automation::asked}};
    const auto wanted = choice_of<ui_automation>(asked.body, "state", choices);
    if (!wanted)
        return bad_input(wanted.error());
    asked.device.automation = *wanted;
    return done(asked);
}

reply set_edges(const call& asked)
{
    static constexpr std::array choices{
        choice{"system", edge_swipes::of_system}, choice{"app_w3c", edge_swipes::w3c_of_app},
        choice{"app_native", edge_swipes::native_of_app}, choice{"app", edge_swipes::all_of_app}};
    const auto wanted = choice_of<edge_swipes>(asked.body, "state", choices);
    if (!wanted)
        return bad_input(wanted.error());
    asked.device.edge_swipes = *wanted;
    return done(asked);
}

reply set_clipboard(const call& asked)
{
    auto text = text_of(asked.body, "text");
    if (!text)
        return bad_input(text.error());
    asked.device.os.set_clipboard(*std::move(text), asked.now);
    return done(asked);
}

reply open_app(const call& asked)
{
    const auto bundle_id = text_of(asked.body, "bundle_id");
    if (!bundle_id)
        return bad_input(bundle_id.error());
    if (asked.device.os.launch(*bundle_id, asked.now))
        return done(asked);
    if (asked.device.os.locked())
        return error_reply(status::conflict, "the phone is locked");
    return bad_input("no app on this phone has the bundle_id '" + *bundle_id + "'");
}

} // namespace

std::span<const phone_call> world_calls()
{
    static constexpr std::array table{
        phone_call{verb::post, "unplug", unplug},
        phone_call{verb::post, "plug", plug},
        phone_call{verb::post, "lock", lock},
        phone_call{verb::post, "unlock", unlock},
        phone_call{verb::post, "reboot", reboot},
        phone_call{verb::post, "trust", set_trust},
        phone_call{verb::post, "rotate", rotate},
        phone_call{verb::post, "alert", show_alert},
        phone_call{verb::post, "runner", set_runner},
        phone_call{verb::post, "volume_buttons", press_both_volume_buttons},
        phone_call{verb::post, "automation", set_automation},
        phone_call{verb::post, "edges", set_edges},
        phone_call{verb::post, "clipboard", set_clipboard},
        phone_call{verb::post, "open", open_app},
    };
    return table;
}

} // namespace thimble::virtualphone::control
