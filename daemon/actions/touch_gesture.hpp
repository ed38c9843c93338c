// Touches of the link as gestures, at places on the interface.
#pragma once

#include "gesture/panel.hpp"
#include "link/touch_actions.hpp"

namespace thimble::daemon {

// Movements of the fingers about one place. The coordinates in the actions are not looked at.
gesture::shaped_path gesture_of(const link::tap& what, gesture::point where, gesture::bounds panel);
gesture::shaped_path
gesture_of(const link::double_tap& what, gesture::point where, gesture::bounds panel);
gesture::shaped_path
gesture_of(const link::triple_tap& what, gesture::point where, gesture::bounds panel);
gesture::shaped_path
gesture_of(const link::tap_and_hold& what, gesture::point where, gesture::bounds panel);
gesture::shaped_path
gesture_of(const link::flick& what, gesture::point where, gesture::bounds panel);
gesture::shaped_path gesture_of(const link::pan& what, gesture::point where, gesture::bounds panel);
gesture::shaped_path
gesture_of(const link::pinch& what, gesture::point where, gesture::bounds panel);

// From one place to another.
gesture::shaped_path gesture_of(const link::drag& what, gesture::point from, gesture::point to);
gesture::shaped_path
gesture_of(const link::hold_and_drag& what, gesture::point from, gesture::point to);

} // namespace thimble::daemon
