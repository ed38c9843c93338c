// Form of a recognised gesture in the event log.
#pragma once

#include "virtualphone/os/gestures/touch_recogniser.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace thimble::virtualphone {

/// The fields of an event of kind "gesture": name, x and y of its start, fingers, and what its
/// kind has: to_x, to_y and velocity of a drag, scale of a pinch, radians (clockwise) of a
/// rotation. One for each thing that the fingers did; none while it is still going on.
std::vector<nlohmann::json> report(const gesture& what);

/// The same under a name of the system's own.
nlohmann::json report_as(std::string_view name, const gesture& what);

} // namespace thimble::virtualphone
