// Buttons, the lock, and keys.
#include "virtualphone/wda/automation/typing.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <boost/algorithm/string/case_conv.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;

constexpr milliseconds pressed{50};
constexpr std::string_view error_domain = "com.facebook.WebDriverAgent";

/// Activates SpringBoard rather than pressing anything.
answer home_screen(automation& agent, const request&)
{
    agent.os().go_home(agent.present());
    return success();
}

using named_buttons = std::map<std::string, hardware_button>;

named_buttons buttons_of(const model& hardware)
{
    named_buttons buttons{{"home", hardware_button::home},
                          {"volumeup", hardware_button::volume_up},
                          {"volumedown", hardware_button::volume_down}};
    if (hardware.action_button)
        buttons.emplace("action", hardware_button::action);
    if (hardware.camera_button)
        buttons.emplace("camera", hardware_button::camera);
    return buttons;
}

/// As an NSArray prints itself.
std::string names_of(const named_buttons& buttons)
{
    std::string text = "(\n";
    for (const auto& [name, button] : buttons)
        text += "    " + name + (name == buttons.rbegin()->first ? "\n" : ",\n");
    return text + ")";
}

/// Names are alike in capitals and small letters; how long it is pressed nobody asks on a phone.
answer press_button(automation& agent, const request& asked)
{
    const auto given = asked.body.find("name");
    if (given != asked.body.end() && !given->is_string())
        return failure(unrecognized(*given, "lowercaseString"));
    const std::string name = given == asked.body.end() ? "(null)" : given->get<std::string>();
    const named_buttons buttons = buttons_of(agent.os().hardware());
    const auto found = buttons.find(boost::algorithm::to_lower_copy(name));
    if (found == buttons.end()) {
        return failure(errors::unknown_error,
                       printed_error(error_domain, 1,
                                     "The button '" + name +
                                         "' is not supported. The device under test only supports "
                                         "the following buttons: " +
                                         names_of(buttons)));
    }
    agent.os().press(found->second, pressed, agent.present());
    return success();
}

/// As the runner has it: from the notices of a change since it began. Of a lock that it has missed
/// it knows nothing.
bool known_to_be_locked(automation& agent)
{
    return agent.os().locked() && !agent.device().faults.take("wda.locked");
}

answer is_locked(automation& agent, const request&)
{
    return success(known_to_be_locked(agent));
}

/// Waits until the phone is locked or not, as asked for; false after 5 s.
awaitable<bool> wait_for_lock(automation& agent, bool locked)
{
    constexpr milliseconds limit{5000};
    constexpr milliseconds step{100};
    for (milliseconds waited{0}; waited < limit && agent.os().locked() != locked; waited += step)
        co_await agent.sleep(step);
    co_return agent.os().locked() == locked;
}

/// iOS 27 ignores the call by which older runners press the lock button.
bool lock_button_works(automation& agent)
{
    return agent.device().agent.locks_ios_27 || !agent.os().ios().version.starts_with("27");
}

awaitable<answer> lock(automation& agent, const request&)
{
    if (!agent.os().locked() && lock_button_works(agent))
        agent.os().press(hardware_button::lock, pressed, agent.present());
    if (co_await wait_for_lock(agent, true))
        co_return success();
    co_return failure(
        errors::unknown_error,
        printed_error(error_domain, 1, "Timed out while waiting until the screen gets locked"));
}

/// Two presses of Home, which is enough where there is no passcode.
awaitable<answer> unlock(automation& agent, const request&)
{
    if (!known_to_be_locked(agent))
        co_return success();
    constexpr milliseconds after_a_press{1000};
    for (int press = 0; press < 2 && agent.os().locked(); ++press) {
        agent.os().press(hardware_button::home, pressed, agent.present());
        co_await agent.sleep(after_a_press);
    }
    if (co_await wait_for_lock(agent, false))
        co_return success();
    co_return failure(
        errors::unknown_error,
        printed_error(error_domain, 1, "Timed out while waiting until the screen gets unlocked"));
}

/// The items of a list are joined; a text is none.
awaitable<answer> type_keys(automation& agent, const request& asked)
{
    const auto value = asked.body.find("value");
    if (value != asked.body.end() && !value->is_array())
        co_return failure(unrecognized(*value, "componentsJoinedByString:"));
    co_return co_await type_text(agent, asked.body);
}

} // namespace

std::span<const route> button_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/wda/homescreen", forbidden, home_screen},
        route{verb::post, "/wda/pressbutton", required, press_button},
        route{verb::get, "/wda/locked", either, is_locked},
        route{verb::post, "/wda/lock", either, lock},
        route{verb::post, "/wda/unlock", either, unlock},
        route{verb::post, "/wda/keys", required, type_keys},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
