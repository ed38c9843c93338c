#include "daemon/actions/touch_play.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

namespace {

/// Somebody may lock the phone by hand during a touch as long as this. For a shorter one the
/// question would take longer than the touch.
constexpr std::chrono::milliseconds long_touch{1000};

} // namespace

std::expected<target, refusal>
locate(const action_context& on, screen::pixel pixel, coordinate_names names)
{
    const device::phone_facts& facts = on.phone->facts();
    const auto now = current_space(facts);
    if (!now)
        return std::unexpected(not_ready(*on.phone));
    if (on.made_for && *on.made_for != *now)
        return std::unexpected(stale_frame(*on.made_for, *now));
    if (pixel.x < 0 || pixel.x >= now->size.width)
        return std::unexpected(out_of_bounds(names.x, pixel.x, now->size.width));
    if (pixel.y < 0 || pixel.y >= now->size.height)
        return std::unexpected(out_of_bounds(names.y, pixel.y, now->size.height));
    const screen::geometry geometry(*facts.panel, *facts.interface, now->size);
    const screen::place place = geometry.to_interface(pixel);
    return target{.where = {.x = place.x, .y = place.y}, .shown = *facts.interface};
}

gesture::bounds bounds_of(const screen::interface& shown)
{
    return {.width = shown.size.width, .height = shown.size.height};
}

boost::asio::awaitable<action_outcome>
play(action_context on, link::action what, gesture::shaped_path gesture, screen::interface made_for)
{
    device::touch_player* touches = on.phone->touches();
    if (touches == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::name_of(what)));
    const auto duration = gesture.path.duration();
    const auto played = co_await touches->play(std::move(gesture.path), made_for);
    if (!played)
        co_return std::unexpected(refused_by(*on.phone, played.error(), what));
    action_result done;
    auto& receipt = done.receipt.emplace();
    receipt.shaped = gesture.shaped;
    if (duration >= long_touch && (co_await is_locked(*on.phone)).value_or(false)) {
        done.locked_meanwhile = true;
        receipt.verified = false;
    }
    co_return done;
}

} // namespace thimble::daemon
