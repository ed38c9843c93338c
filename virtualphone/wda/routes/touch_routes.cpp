// Fingers: W3C actions and WebDriverAgent's own taps and drags, all played as raw touches.
#include "virtualphone/wda/automation/actions.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"
#include "virtualphone/wda/routes/gesture_target.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <array>
#include <cmath>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;

constexpr milliseconds tap_length{125};
constexpr milliseconds between_taps{100};
constexpr double drag_speed = 1000; // points a second

/// The viewport of W3C actions begins where the application does, which may be a window of an iPad.
void count_from_window(event_record& event, const rectangle& window)
{
    for (auto& step : event.steps)
        if (auto* finger = std::get_if<finger_step>(&step.what)) {
            finger->where.x += window.x;
            finger->where.y += window.y;
        }
}

/// Knows nothing of the application's idleness, but waits for animations afterwards.
awaitable<answer> perform_actions(automation& agent, const request& asked)
{
    auto event = read_actions(asked.body);
    if (!event)
        co_return failure(event.error());
    const milliseconds begin = agent.present();
    co_await agent.find_active_application();
    count_from_window(*event, agent.os().app_frame(agent.active_application()));
    co_await agent.play(*std::move(event));
    co_await agent.wait_until_still(agent.options().animation_cool_off_timeout());
    co_await agent.take_at_least(agent.device().times.touch, begin);
    co_return success();
}

awaitable<answer> press(automation& agent, const request& asked, milliseconds held)
{
    const auto where = gesture_place(agent, asked);
    if (!where)
        co_return failure(where.error());
    finger_path finger(0);
    finger.down(*where, milliseconds(0));
    finger.up(held);
    co_return co_await perform_gesture(agent, finger);
}

awaitable<answer> tap(automation& agent, const request& asked)
{
    co_return co_await press(agent, asked, tap_length);
}

awaitable<answer> double_tap(automation& agent, const request& asked)
{
    const auto where = gesture_place(agent, asked);
    if (!where)
        co_return failure(where.error());
    constexpr milliseconds second = tap_length + between_taps;
    finger_path finger(0);
    finger.down(*where, milliseconds(0));
    finger.up(tap_length);
    finger.down(*where, second);
    finger.up(second + tap_length);
    co_return co_await perform_gesture(agent, finger);
}

awaitable<answer> touch_and_hold(automation& agent, const request& asked)
{
    const auto held = cast_seconds(asked.body, "duration");
    if (!held)
        co_return failure(held.error());
    co_return co_await press(agent, asked, *held);
}

/// Way of a finger from one place to another.
struct drag_plan {
    place from;
    place to;
    milliseconds pressed{0}; // before it moves
    double speed = drag_speed;
    milliseconds held{0}; // after it has moved
};

awaitable<answer> perform_drag(automation& agent, drag_plan plan)
{
    if (plan.speed <= 0)
        plan.speed = drag_speed;
    const std::chrono::duration<double> way(
        std::hypot(plan.to.x - plan.from.x, plan.to.y - plan.from.y) / plan.speed);
    finger_path finger(0);
    finger.down(plan.from, milliseconds(0));
    finger.move(plan.to, plan.pressed, way);
    finger.up(plan.pressed + way + plan.held);
    return perform_gesture(agent, finger);
}

/// The places of a drag are counted from the top left of what it is done to.
std::expected<drag_plan, refusal> read_drag(automation& agent, const request& asked)
{
    const auto frame = gesture_frame(agent, asked);
    if (!frame)
        return std::unexpected(frame.error());
    const auto from = cast_place(asked.body, "fromX", "fromY");
    if (!from)
        return std::unexpected(from.error());
    const auto to = cast_place(asked.body, "toX", "toY");
    if (!to)
        return std::unexpected(to.error());
    return drag_plan{.from = {.x = frame->x + from->x, .y = frame->y + from->y},
                     .to = {.x = frame->x + to->x, .y = frame->y + to->y}};
}

/// The duration is the time of the press before the finger moves.
awaitable<answer> drag(automation& agent, const request& asked)
{
    auto plan = read_drag(agent, asked);
    const auto pressed = cast_seconds(asked.body, "duration");
    if (!plan)
        co_return failure(plan.error());
    if (!pressed)
        co_return failure(pressed.error());
    plan->pressed = *pressed;
    co_return co_await perform_drag(agent, *plan);
}

std::expected<void, refusal> read_pace(drag_plan& plan, const request& asked)
{
    constexpr double fastest = 100'000; // points a second
    const auto pressed = cast_seconds(asked.body, "pressDuration");
    const auto held = cast_seconds(asked.body, "holdDuration");
    const auto speed = cast_number(asked.body, "velocity", -fastest, fastest);
    if (!pressed)
        return std::unexpected(pressed.error());
    if (!held)
        return std::unexpected(held.error());
    if (!speed)
        return std::unexpected(speed.error());
    plan.pressed = *pressed;
    plan.held = *held;
    plan.speed = *speed;
    return {};
}

awaitable<answer> press_and_drag(automation& agent, const request& asked)
{
    auto plan = read_drag(agent, asked);
    if (!plan)
        co_return failure(plan.error());
    if (const auto read = read_pace(*plan, asked); !read)
        co_return failure(read.error());
    co_return co_await perform_drag(agent, *plan);
}

/// From the middle of one element to the middle of another.
awaitable<answer> press_and_drag_to_element(automation& agent, const request& asked)
{
    const auto from = gesture_frame(agent, asked);
    if (!from)
        co_return failure(from.error());
    const auto other = asked.body.find("toElement");
    if (other == asked.body.end() || !other->is_string())
        co_return failure(errors::invalid_argument, "Cannot extract cached element for UUID: ");
    const auto to = frame_of(agent, other->get_ref<const std::string&>());
    if (!to)
        co_return failure(to.error());
    drag_plan plan{.from = middle_of_frame(*from), .to = middle_of_frame(*to)};
    if (const auto read = read_pace(plan, asked); !read)
        co_return failure(read.error());
    co_return co_await perform_drag(agent, plan);
}

} // namespace

std::span<const route> touch_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/actions", required, perform_actions},
        route{verb::post, "/wda/tap", required, tap},
        route{verb::post, "/wda/element/:id/tap", required, tap},
        route{verb::post, "/wda/doubletap", required, double_tap},
        route{verb::post, "/wda/element/:id/doubletap", required, double_tap},
        route{verb::post, "/wda/touchandhold", required, touch_and_hold},
        route{verb::post, "/wda/element/:id/touchandhold", required, touch_and_hold},
        route{verb::post, "/wda/dragfromtoforduration", required, drag},
        route{verb::post, "/wda/element/:id/dragfromtoforduration", required, drag},
        route{verb::post, "/wda/pressanddragwithvelocity", required, press_and_drag},
        route{verb::post, "/wda/element/:id/pressanddragwithvelocity", required,
              press_and_drag_to_element},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
