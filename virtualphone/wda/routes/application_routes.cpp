// The application in front: put away for a while, and its keyboard put away for good.
#include "virtualphone/wda/elements/front_application.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"
#include "virtualphone/wda/routes/gesture_target.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <algorithm>
#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;

awaitable<answer> deactivate(automation& agent, const request& asked)
{
    constexpr milliseconds ordinary{3000};
    const auto away = has_argument(asked.body, "duration")
                          ? cast_seconds(asked.body, "duration")
                          : std::expected<milliseconds, refusal>(ordinary);
    if (!away)
        co_return failure(away.error());
    const auto app = application_in_front(agent.os());
    agent.os().go_home(agent.present());
    co_await agent.sleep(*away);
    if (!app.name.empty()) // SpringBoard is in front already
        agent.os().launch(app.bundle_id, agent.present());
    co_return success();
}

const element* find_keyboard(const element& in)
{
    if (in.type == "Keyboard")
        return &in;
    for (const element& child : in.children)
        if (const element* found = find_keyboard(child))
            return found;
    return nullptr;
}

bool is_key(const element& one)
{
    return one.type == "Key" || one.type == "Button";
}

/// Where to touch the keys that have one of the names.
std::vector<place> named_keys(const element& keyboard, const nlohmann::json& body)
{
    std::vector<place> found;
    const auto names = body.find("keyNames");
    if (names == body.end() || !names->is_array())
        return found;
    for (const element& key : keyboard.children) {
        const bool named = std::ranges::any_of(*names, [&](const nlohmann::json& name) {
            return name == key.identifier || name == key.label;
        });
        if (is_key(key) && named)
            found.push_back(middle_of_frame(key.frame));
    }
    return found;
}

/// A real iPad has one more to try, its key that hides the keyboard; this keyboard has none.
std::vector<place> keys_to_try(automation& agent, const nlohmann::json& body)
{
    const element tree = agent.os().tree();
    const element* const keyboard = find_keyboard(tree);
    return keyboard == nullptr ? std::vector<place>() : named_keys(*keyboard, body);
}

awaitable<bool> keyboard_goes(automation& agent, milliseconds limit)
{
    constexpr milliseconds step{100};
    for (milliseconds waited{0}; waited < limit && agent.os().keyboard_shown(); waited += step)
        co_await agent.sleep(step);
    co_return !agent.os().keyboard_shown();
}

awaitable<answer> dismiss_keyboard(automation& agent, const request& asked)
{
    constexpr milliseconds touch_length{125};
    constexpr milliseconds limit{3000};
    if (!agent.os().keyboard_shown())
        co_return success();
    for (const place& key : keys_to_try(agent, asked.body)) {
        finger_path finger(0);
        finger.down(key, milliseconds(0));
        finger.up(touch_length);
        co_await perform_gesture(agent, finger);
        if (!agent.os().keyboard_shown())
            co_return success();
    }
    if (co_await keyboard_goes(agent, limit))
        co_return success();
    co_return failure(errors::invalid_element_state,
                      printed_error("com.facebook.WebDriverAgent", 1,
                                    "Did not know how to dismiss the keyboard. Try to dismiss it "
                                    "in the way supported by your application under test."));
}

} // namespace

std::span<const route> application_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/wda/deactivateapp", required, deactivate},
        route{verb::post, "/wda/keyboard/dismiss", required, dismiss_keyboard},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
