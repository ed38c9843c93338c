#include "daemon/actions/touch_gesture.hpp"

#include "gesture/drag.hpp"
#include "gesture/flick.hpp"
#include "gesture/pan.hpp"
#include "gesture/pinch.hpp"
#include "gesture/tap.hpp"

namespace thimble::daemon {

namespace {

gesture::direction to_gesture(link::direction towards)
{
    switch (towards) {
    case link::direction::up:
        return gesture::direction::up;
    case link::direction::down:
        return gesture::direction::down;
    case link::direction::left:
        return gesture::direction::left;
    case link::direction::right:
        break;
    }
    return gesture::direction::right;
}

gesture::pace to_gesture(link::speed speed)
{
    switch (speed) {
    case link::speed::slow:
        return gesture::pace::slow;
    case link::speed::medium:
        return gesture::pace::medium;
    case link::speed::fast:
        break;
    }
    return gesture::pace::fast;
}

gesture::pinch_kind to_gesture(link::pinch_kind kind)
{
    switch (kind) {
    case link::pinch_kind::pinch_in:
        return gesture::pinch_kind::in;
    case link::pinch_kind::pinch_out:
        return gesture::pinch_kind::out;
    case link::pinch_kind::rotate_cw:
        return gesture::pinch_kind::clockwise;
    case link::pinch_kind::rotate_ccw:
        break;
    }
    return gesture::pinch_kind::counter_clockwise;
}

} // namespace

gesture::shaped_path
gesture_of(const link::tap& /*what*/, gesture::point where, gesture::bounds /*panel*/)
{
    return {.path = gesture::tap(where)};
}

gesture::shaped_path
gesture_of(const link::double_tap& /*what*/, gesture::point where, gesture::bounds /*panel*/)
{
    return {.path = gesture::double_tap(where)};
}

gesture::shaped_path
gesture_of(const link::triple_tap& /*what*/, gesture::point where, gesture::bounds /*panel*/)
{
    return {.path = gesture::triple_tap(where)};
}

gesture::shaped_path
gesture_of(const link::tap_and_hold& what, gesture::point where, gesture::bounds /*panel*/)
{
    return {.path = gesture::tap_and_hold(where, what.duration)};
}

gesture::shaped_path
gesture_of(const link::flick& what, gesture::point where, gesture::bounds panel)
{
    return gesture::flick(where, to_gesture(what.towards), panel);
}

gesture::shaped_path gesture_of(const link::pan& what, gesture::point where, gesture::bounds panel)
{
    return gesture::pan(where, to_gesture(what.towards), what.duration, panel);
}

gesture::shaped_path
gesture_of(const link::pinch& what, gesture::point where, gesture::bounds panel)
{
    return gesture::pinch(where, to_gesture(what.kind), what.duration, panel);
}

gesture::shaped_path gesture_of(const link::drag& what, gesture::point from, gesture::point to)
{
    return {.path = gesture::drag(from, to, to_gesture(what.speed))};
}

gesture::shaped_path
gesture_of(const link::hold_and_drag& what, gesture::point from, gesture::point to)
{
    return {.path = gesture::hold_and_drag(from, to, what.hold, to_gesture(what.speed))};
}

} // namespace thimble::daemon
