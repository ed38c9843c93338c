#include "virtualphone/os/gestures/gesture_report.hpp"

#include <array>
#include <cmath>
#include <string_view>

namespace thimble::virtualphone {
namespace {

constexpr double flick_speed = 250; // points a second when the finger lifts

std::string_view name_of_taps(int taps)
{
    constexpr std::array<std::string_view, 3> names{"tap", "double_tap", "triple_tap"};
    return names.at(static_cast<std::size_t>(taps) - 1);
}

std::string_view name_of_drag(const gesture& what)
{
    if (what.held)
        return "drag_and_drop";
    return std::hypot(what.velocity.x, what.velocity.y) > flick_speed ? "flick" : "pan";
}

std::vector<nlohmann::json> report_two_fingers(const gesture& what)
{
    std::vector<nlohmann::json> out;
    if (what.pinched) {
        out.push_back(report_as("pinch", what));
        out.back()["scale"] = what.scale;
    }
    if (what.rotated) {
        out.push_back(report_as("rotate", what));
        out.back()["radians"] = what.radians;
    }
    if (out.empty())
        out.push_back(report_as("pan", what));
    return out;
}

} // namespace

std::vector<nlohmann::json> report(const gesture& what)
{
    switch (what.kind) {
    case gesture_kind::tap:
        return {report_as(name_of_taps(what.taps), what)};
    case gesture_kind::long_press:
        return {report_as("long_press", what)};
    case gesture_kind::pan_end:
        return {report_as(name_of_drag(what), what)};
    case gesture_kind::two_fingers_end:
        return report_two_fingers(what);
    case gesture_kind::pan_begin:
    case gesture_kind::pan_move:
    case gesture_kind::two_fingers_begin:
    case gesture_kind::two_fingers_move:
        break;
    }
    return {};
}

nlohmann::json report_as(std::string_view name, const gesture& what)
{
    nlohmann::json fields = nlohmann::json::object();
    fields["name"] = name;
    fields["x"] = what.start.x;
    fields["y"] = what.start.y;
    fields["fingers"] = what.fingers;
    if (what.kind == gesture_kind::pan_end || what.kind == gesture_kind::two_fingers_end) {
        fields["to_x"] = what.where.x;
        fields["to_y"] = what.where.y;
        fields["velocity_x"] = what.velocity.x;
        fields["velocity_y"] = what.velocity.y;
    }
    return fields;
}

} // namespace thimble::virtualphone
