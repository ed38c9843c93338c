// From a pixel of the screenshot to fingers on the phone.
#pragma once

#include "daemon/actions/perform.hpp"
#include "gesture/panel.hpp"
#include "screen/geometry.hpp"

#include <string_view>

namespace thimble::daemon {

/// A place on the interface, and the interface that it was worked out for.
struct target {
    gesture::point where;
    screen::interface shown;
};

/// Names of the two coordinates of a pixel in a refusal.
struct coordinate_names {
    std::string_view x = "x";
    std::string_view y = "y";
};

/// Where a screenshot pixel lies on the phone now, if the screen is still what the caller saw.
std::expected<target, refusal>
locate(const action_context& on, screen::pixel pixel, coordinate_names names = {});

gesture::bounds bounds_of(const screen::interface& shown);

/// Plays the gesture, made for this interface, as part of the action `what`; the receipt says
/// whether it was bent, and is not verified where the phone is locked after a long one.
boost::asio::awaitable<action_outcome> play(action_context on,
                                            link::action what,
                                            gesture::shaped_path gesture,
                                            screen::interface made_for);

} // namespace thimble::daemon
