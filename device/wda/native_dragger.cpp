#include "device/wda/native_dragger.hpp"

#include <cmath>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds drag_margin{10}; // beyond the drag itself

double drag_seconds(std::chrono::milliseconds time)
{
    return std::chrono::duration<double>(time).count();
}

std::chrono::milliseconds drag_limit(const press_and_drag& what)
{
    const double distance = std::hypot(what.to.x - what.from.x, what.to.y - what.from.y);
    const std::chrono::duration<double> moving(distance / what.velocity);
    return std::chrono::ceil<std::chrono::milliseconds>(moving) + what.press + what.rest +
           drag_margin;
}

/// The routes do not check what they are given: what is missing counts as 0.
nlohmann::json drag_places(const press_and_drag& what)
{
    return {{"fromX", what.from.x}, {"fromY", what.from.y}, {"toX", what.to.x}, {"toY", what.to.y}};
}

command drag_with_velocity(const press_and_drag& what)
{
    auto body = drag_places(what);
    body["pressDuration"] = drag_seconds(what.press);
    body["velocity"] = what.velocity;
    body["holdDuration"] = drag_seconds(what.rest);
    return {.route = "/wda/pressAndDragWithVelocity",
            .body = std::move(body),
            .limit = drag_limit(what)};
}

/// Drag of older runners: XCTest's own speed, and no rest at the end.
command drag_at_usual_speed(const press_and_drag& what)
{
    auto body = drag_places(what);
    body["duration"] = drag_seconds(what.press);
    return {
        .route = "/wda/dragfromtoforduration", .body = std::move(body), .limit = drag_limit(what)};
}

} // namespace

boost::asio::awaitable<result<void>> native_dragger::drag(press_and_drag what,
                                                          screen::interface made_for)
{
    if (auto stands = co_await refuse_if_turned(made_for); !stands)
        co_return stands;
    const auto& corner = runner_.interface.window_corner(); // of the window that was just seen
    if (!corner)
        co_return std::unexpected(co_await runner_.explain(corner.error()));
    what.from = {.x = what.from.x - corner->x, .y = what.from.y - corner->y};
    what.to = {.x = what.to.x - corner->x, .y = what.to.y - corner->y};
    if (knows_velocity_) {
        const auto dragged = co_await runner_.perform(drag_with_velocity(what));
        if (dragged)
            co_return result<void>{};
        if (dragged.error().cause != "unknown command")
            co_return std::unexpected(dragged.error());
        knows_velocity_ = false;
    }
    const auto dragged = co_await runner_.perform(drag_at_usual_speed(what));
    if (!dragged)
        co_return std::unexpected(dragged.error());
    co_return result<void>{};
}

boost::asio::awaitable<result<void>> native_dragger::refuse_if_turned(screen::interface made_for)
{
    const auto now = co_await runner_.interface.read_with_corner(runner_.input);
    if (!now)
        co_return std::unexpected(co_await runner_.explain(now.error()));
    if (*now == made_for)
        co_return result<void>{};
    runner_.options.suspect(); // the facts have to tell how it stands by now
    co_return std::unexpected(
        failure{.what = problem::stale_frame,
                .message = "The interface has turned since the drag was made for it.",
                .cause = "interface_changed"});
}

} // namespace thimble::device::wda
