// Gestures of XCTest with a direction or with several fingers, on the application or an element.
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"
#include "virtualphone/wda/routes/gesture_target.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <boost/algorithm/string/case_conv.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;

constexpr milliseconds touch_length{125};
constexpr milliseconds between_touches{100};
constexpr double fastest = 100'000; // in whatever unit a velocity has

struct swipe_direction {
    std::string_view name;
    place step; // where the finger goes
};

constexpr std::array swipe_directions{
    swipe_direction{"up", {.x = 0, .y = -1}}, swipe_direction{"down", {.x = 0, .y = 1}},
    swipe_direction{"left", {.x = -1, .y = 0}}, swipe_direction{"right", {.x = 1, .y = 0}}};

std::expected<place, refusal> read_direction(const nlohmann::json& body)
{
    const auto given = body.find("direction");
    if (given == body.end())
        return std::unexpected(refusal{errors::invalid_argument, "Missing 'direction' parameter"});
    const std::string name = given->is_string() ? given->get<std::string>() : given->dump();
    const auto* const found =
        std::ranges::find(swipe_directions, boost::algorithm::to_lower_copy(name),
                          [](const swipe_direction& each) { return std::string(each.name); });
    if (found == swipe_directions.end()) {
        return std::unexpected(refusal{errors::invalid_argument,
                                       "Unsupported swipe direction '" + name +
                                           "'. Only the following directions are supported: "
                                           "(\n    up,\n    down,\n    left,\n    right\n)"});
    }
    return found->step;
}

/// Across half of the frame, and from a place of its own to a quarter of the frame away.
awaitable<answer> swipe(automation& agent, const request& asked)
{
    constexpr double ordinary_speed = 1000; // points a second
    const auto step = read_direction(asked.body);
    const auto frame = step ? gesture_frame(agent, asked) : std::unexpected(step.error());
    if (!frame)
        co_return failure(frame.error());
    const auto where = gesture_place(agent, asked);
    if (!where)
        co_return failure(where.error());
    const auto velocity = cast_number(asked.body, "velocity", -fastest, fastest);
    if (!velocity)
        co_return failure(velocity.error());
    const place way{.x = step->x * frame->width / 4, .y = step->y * frame->height / 4};
    const bool own_place = has_argument(asked.body, "x");
    const place from = own_place ? *where : place{where->x - way.x, where->y - way.y};
    const place to{where->x + way.x, where->y + way.y};
    const double speed = *velocity > 0 ? *velocity : ordinary_speed;
    const std::chrono::duration<double> length(std::hypot(to.x - from.x, to.y - from.y) / speed);
    finger_path finger(0);
    finger.down(from, milliseconds(0));
    finger.move(to, milliseconds(0), length);
    finger.up(length);
    co_return co_await perform_gesture(agent, finger);
}

/// Fingers beside each other, all at once, `taps` times.
event_record taps_of(const rectangle& frame, int taps, int fingers)
{
    const double apart = std::min(40.0, frame.width / (fingers + 1));
    const place middle = middle_of_frame(frame);
    event_record all;
    for (int each = 0; each < fingers; ++each) {
        const double offset = (each - (fingers - 1) / 2.0) * apart;
        finger_path finger(each);
        for (int tap = 0; tap < taps; ++tap) {
            const milliseconds begin = tap * (touch_length + between_touches);
            finger.down({.x = middle.x + offset, .y = middle.y}, begin);
            finger.up(begin + touch_length);
        }
        all = in_parallel(all, {.steps = finger.steps(), .length = finger.steps().back().at});
    }
    return all;
}

awaitable<answer> two_finger_tap(automation& agent, const request& asked)
{
    const auto frame = gesture_frame(agent, asked);
    if (!frame)
        co_return failure(frame.error());
    co_return co_await perform_gesture(agent, taps_of(*frame, 1, 2));
}

awaitable<answer> tap_with_number(automation& agent, const request& asked)
{
    constexpr double most_taps = 20;
    constexpr double most_fingers = 5;
    if (!has_argument(asked.body, "numberOfTaps") || !has_argument(asked.body, "numberOfTouches")) {
        co_return failure(errors::invalid_argument,
                          "Both 'numberOfTaps' and 'numberOfTouches' arguments must be provided");
    }
    const auto taps = cast_number(asked.body, "numberOfTaps", 1, most_taps);
    if (!taps)
        co_return failure(taps.error());
    const auto fingers = cast_number(asked.body, "numberOfTouches", 1, most_fingers);
    if (!fingers)
        co_return failure(fingers.error());
    const auto frame = gesture_frame(agent, asked);
    if (!frame)
        co_return failure(frame.error());
    co_return co_await perform_gesture(
        agent, taps_of(*frame, static_cast<int>(*taps), static_cast<int>(*fingers)));
}

/// Two fingers opposite each other around a middle.
struct two_fingers {
    place middle;
    double radius = 0; // points
    double angle = 0;  // radians, clockwise

    place finger(int which) const
    {
        const double side = which == 0 ? -1 : 1;
        return {.x = middle.x + side * radius * std::cos(angle),
                .y = middle.y + side * radius * std::sin(angle)};
    }
};

event_record between(const two_fingers& begin, const two_fingers& end, milliseconds length)
{
    constexpr milliseconds frame_time{1000.0 / 60};
    const int samples = std::max(2, static_cast<int>(std::ceil(length / frame_time)));
    event_record all;
    for (int which = 0; which < 2; ++which) {
        finger_path finger(which);
        finger.down(begin.finger(which), milliseconds(0));
        for (int sample = 1; sample <= samples; ++sample) {
            const double part = static_cast<double>(sample) / samples;
            const two_fingers now{.middle = begin.middle,
                                  .radius = std::lerp(begin.radius, end.radius, part),
                                  .angle = std::lerp(begin.angle, end.angle, part)};
            finger.move(now.finger(which), length * ((sample - 1.0) / samples), length / samples);
        }
        finger.up(length);
        all = in_parallel(all, {.steps = finger.steps(), .length = length});
    }
    return all;
}

milliseconds time_for(double way, double velocity)
{
    constexpr double ordinary = 1; // a second for one radian, or for one size more
    const double speed = velocity == 0 ? ordinary : std::abs(velocity);
    return std::chrono::duration<double>(std::abs(way) / speed);
}

double roomy_radius(const rectangle& frame)
{
    return 0.4 * std::min(frame.width, frame.height);
}

answer refused_by_xctest(std::string message)
{
    return failure(errors::unknown_error, std::move(message));
}

awaitable<answer> pinch(automation& agent, const request& asked)
{
    constexpr double most = 100;
    const auto scale = cast_number(asked.body, "scale", -most, most);
    if (!scale)
        co_return failure(scale.error());
    const auto velocity = cast_number(asked.body, "velocity", -fastest, fastest);
    if (!velocity)
        co_return failure(velocity.error());
    if (*scale <= 0)
        co_return refused_by_xctest("The scale of a pinch must be greater than 0");
    if ((*scale < 1 && *velocity > 0) || (*scale > 1 && *velocity < 0))
        co_return refused_by_xctest(
            "The velocity of a pinch must be negative when its scale is less than 1");
    const auto frame = gesture_frame(agent, asked);
    if (!frame)
        co_return failure(frame.error());
    const double radius = roomy_radius(*frame);
    const place middle = middle_of_frame(*frame);
    const two_fingers begin{.middle = middle, .radius = *scale > 1 ? radius / *scale : radius};
    const two_fingers end{.middle = middle, .radius = begin.radius * *scale};
    co_return co_await perform_gesture(agent, between(begin, end, time_for(*scale - 1, *velocity)));
}

/// Clockwise where the rotation is positive.
awaitable<answer> turn(automation& agent, const request& asked)
{
    constexpr double most = 100 * std::numbers::pi;
    const auto rotation = cast_number(asked.body, "rotation", -most, most);
    if (!rotation)
        co_return failure(rotation.error());
    const auto velocity = cast_number(asked.body, "velocity", -fastest, fastest);
    if (!velocity)
        co_return failure(velocity.error());
    const auto frame = gesture_frame(agent, asked);
    if (!frame)
        co_return failure(frame.error());
    const two_fingers begin{.middle = middle_of_frame(*frame), .radius = roomy_radius(*frame)};
    two_fingers end = begin;
    end.angle = *rotation;
    co_return co_await perform_gesture(agent, between(begin, end, time_for(*rotation, *velocity)));
}

} // namespace

std::span<const route> gesture_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/wda/swipe", required, swipe},
        route{verb::post, "/wda/element/:id/swipe", required, swipe},
        route{verb::post, "/wda/twofingertap", required, two_finger_tap},
        route{verb::post, "/wda/element/:id/twofingertap", required, two_finger_tap},
        route{verb::post, "/wda/tapwithnumberoftaps", required, tap_with_number},
        route{verb::post, "/wda/element/:id/tapwithnumberoftaps", required, tap_with_number},
        route{verb::post, "/wda/pinch", required, pinch},
        route{verb::post, "/wda/element/:id/pinch", required, pinch},
        route{verb::post, "/wda/rotate", required, turn},
        route{verb::post, "/wda/element/:id/rotate", required, turn},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
