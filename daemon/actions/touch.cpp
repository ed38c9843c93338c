// Touches at a place, and from one place to another.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/front_alert.hpp"
#include "daemon/actions/touch_gesture.hpp"
#include "daemon/actions/touch_play.hpp"

namespace thimble::daemon {

namespace {

template <class Touch>
boost::asio::awaitable<action_outcome> touch_place(action_context on, Touch what)
{
    const auto at = locate(on, {.x = what.x, .y = what.y});
    if (!at)
        co_return std::unexpected(at.error());
    auto gesture = gesture_of(what, at->where, bounds_of(at->shown));
    co_return co_await play(std::move(on), what, std::move(gesture), at->shown);
}

/// A swipe may begin anywhere: those from an edge are the system's. A touch that only presses is
/// for the view that lies there, and an alert in front of that swallows it.
template <class Tap>
boost::asio::awaitable<action_outcome> tap_place(action_context on, Tap what)
{
    const auto at = locate(on, {.x = what.x, .y = what.y});
    if (at)
        if (const auto alert = co_await alert_over(*on.phone, at->where))
            co_return std::unexpected(
                covered_by(*alert, "Nothing was touched: the place lies under an alert."));
    co_return co_await touch_place(std::move(on), what);
}

template <class Drag>
boost::asio::awaitable<action_outcome> drag_between(action_context on, Drag what)
{
    const auto from = locate(on, {.x = what.from_x, .y = what.from_y}, {"from_x", "from_y"});
    if (!from)
        co_return std::unexpected(from.error());
    const auto to = locate(on, {.x = what.to_x, .y = what.to_y}, {"to_x", "to_y"});
    if (!to)
        co_return std::unexpected(to.error());
    auto gesture = gesture_of(what, from->where, to->where);
    co_return co_await play(std::move(on), what, std::move(gesture), from->shown);
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::tap what)
{
    return tap_place(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::double_tap what)
{
    return tap_place(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::triple_tap what)
{
    return tap_place(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::tap_and_hold what)
{
    return tap_place(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::flick what)
{
    return touch_place(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::pan what)
{
    return touch_place(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::pinch what)
{
    return touch_place(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::drag what)
{
    return drag_between(std::move(on), what);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::hold_and_drag what)
{
    return drag_between(std::move(on), what);
}

} // namespace thimble::daemon
