// Touches: from a screenshot pixel to a path in points, played by the phone's driver.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/refusals.hpp"
#include "daemon/phone_report.hpp"
#include "gesture/flick.hpp"
#include "gesture/tap.hpp"
#include "screen/geometry.hpp"

namespace thimble::daemon {

namespace {

/// A place on the interface, and the interface that it was worked out for.
struct target {
    gesture::point where;
    screen::interface shown;
};

/// Where a screenshot pixel lies on the phone now, if the screen is still what the caller saw.
std::expected<target, refusal> locate(const stage& on, screen::pixel pixel)
{
    const device::phone_facts& facts = on.phone->facts();
    const auto now = current_space(facts);
    if (!now)
        return std::unexpected(not_ready(*on.phone));
    if (on.made_for && *on.made_for != *now)
        return std::unexpected(stale_frame(*on.made_for, *now));
    if (pixel.x < 0 || pixel.x >= now->size.width)
        return std::unexpected(out_of_bounds("x", pixel.x, now->size.width));
    if (pixel.y < 0 || pixel.y >= now->size.height)
        return std::unexpected(out_of_bounds("y", pixel.y, now->size.height));
    const screen::geometry geometry(*facts.panel, *facts.interface, now->size);
    const screen::place place = geometry.to_interface(pixel);
    return target{.where = {.x = place.x, .y = place.y}, .shown = *facts.interface};
}

boost::asio::awaitable<performance>
play(stage on, link::action what, gesture::shaped_path gesture, screen::interface made_for)
{
    device::touch_player* touches = on.phone->touches();
    if (touches == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::name_of(what)));
    const auto played = co_await touches->play(std::move(gesture.path), made_for);
    if (!played)
        co_return std::unexpected(refused_by(*on.phone, played.error(), what));
    performed done;
    done.receipt.emplace().shaped = gesture.shaped;
    co_return done;
}

gesture::direction finger_direction(link::direction towards)
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

} // namespace

boost::asio::awaitable<performance> perform_one(stage on, link::tap what)
{
    const auto at = locate(on, {.x = what.x, .y = what.y});
    if (!at)
        co_return std::unexpected(at.error());
    gesture::shaped_path path{.path = gesture::tap(at->where)};
    co_return co_await play(std::move(on), what, std::move(path), at->shown);
}

boost::asio::awaitable<performance> perform_one(stage on, link::flick what)
{
    const auto at = locate(on, {.x = what.x, .y = what.y});
    if (!at)
        co_return std::unexpected(at.error());
    const gesture::bounds bounds{.width = at->shown.size.width, .height = at->shown.size.height};
    auto path = gesture::flick(at->where, finger_direction(what.towards), bounds);
    co_return co_await play(std::move(on), what, std::move(path), at->shown);
}

} // namespace thimble::daemon
