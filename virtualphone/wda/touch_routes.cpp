// Fingers: W3C actions and WebDriverAgent's own gestures, all played as raw touches.
#include "virtualphone/wda/actions.hpp"
#include "virtualphone/wda/arguments.hpp"
#include "virtualphone/wda/route.hpp"

#include <array>
#include <cmath>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;

constexpr milliseconds tap_length{125};
constexpr milliseconds between_taps{100};
constexpr double drag_speed = 1000; // points a second

/// Knows nothing of the application's idleness, but waits for animations afterwards.
awaitable<answer> perform_actions(automation& agent, const request& asked)
{
    auto event = read_actions(asked.body);
    if (!event)
        co_return failure(event.error());
    co_await agent.find_active_application();
    co_await agent.play(*std::move(event));
    co_await agent.wait_until_still(agent.options().animation_cool_off_timeout());
    co_return success();
}

awaitable<answer> perform_gesture(automation& agent, finger_path path, milliseconds length)
{
    co_await agent.find_active_application();
    co_await agent.play_when_idle({.steps = path.steps(), .length = length});
    co_return success();
}

/// The place of the request, or the middle of the application where it names none.
std::expected<place, refusal> target(automation& agent, const request& asked)
{
    if (asked.body.contains("x") || asked.body.contains("y"))
        return place_argument(asked.body, "x", "y");
    return place{agent.os().width_pt() / 2, agent.os().height_pt() / 2};
}

awaitable<answer> press(automation& agent, const request& asked, milliseconds held)
{
    const auto where = target(agent, asked);
    if (!where)
        co_return failure(where.error());
    finger_path finger(0);
    finger.down(*where, milliseconds(0));
    finger.up(held);
    co_return co_await perform_gesture(agent, std::move(finger), held);
}

awaitable<answer> tap(automation& agent, const request& asked)
{
    co_return co_await press(agent, asked, tap_length);
}

awaitable<answer> double_tap(automation& agent, const request& asked)
{
    const auto where = target(agent, asked);
    if (!where)
        co_return failure(where.error());
    constexpr milliseconds second = tap_length + between_taps;
    finger_path finger(0);
    finger.down(*where, milliseconds(0));
    finger.up(tap_length);
    finger.down(*where, second);
    finger.up(second + tap_length);
    co_return co_await perform_gesture(agent, std::move(finger), second + tap_length);
}

awaitable<answer> touch_and_hold(automation& agent, const request& asked)
{
    const auto held = seconds_argument(asked.body, "duration");
    if (!held)
        co_return failure(held.error());
    co_return co_await press(agent, asked, *held);
}

/// The duration is the time of the press before the finger moves.
awaitable<answer> drag(automation& agent, const request& asked)
{
    const auto from = place_argument(asked.body, "fromX", "fromY");
    const auto to = place_argument(asked.body, "toX", "toY");
    const auto pressed = seconds_argument(asked.body, "duration");
    if (!from)
        co_return failure(from.error());
    if (!to)
        co_return failure(to.error());
    if (!pressed)
        co_return failure(pressed.error());
    const std::chrono::duration<double> way(std::hypot(to->x - from->x, to->y - from->y) /
                                            drag_speed);
    const milliseconds end = *pressed + way;
    finger_path finger(0);
    finger.down(*from, milliseconds(0));
    finger.move(*to, *pressed, way);
    finger.up(end);
    co_return co_await perform_gesture(agent, std::move(finger), end);
}

} // namespace

std::span<const route> touch_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/actions", required, perform_actions},
        route{verb::post, "/wda/tap", required, tap},
        route{verb::post, "/wda/doubletap", required, double_tap},
        route{verb::post, "/wda/touchandhold", required, touch_and_hold},
        route{verb::post, "/wda/dragfromtoforduration", required, drag},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
