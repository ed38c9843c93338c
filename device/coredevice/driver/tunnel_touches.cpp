#include "device/coredevice/driver/tunnel_touches.hpp"

#include "device/hid/held_input.hpp"
#include "device/hid/touch_plan.hpp"

#include <cmath>
#include <utility>

namespace thimble::device::coredevice {
namespace {

/// Of what a phone has said when it was asked; one that says it by itself is always up to date.
constexpr std::chrono::milliseconds fresh_display{1000};

/// A shorter one is over before a stream has ended that was there when it began.
constexpr std::chrono::seconds long_gesture{1};

/// Sizes come from a driver each, and may differ by a rounding.
constexpr double same_shape = 0.02;

double shape_of(screen::point_size size)
{
    return size.height > 0 ? size.width / size.height : 0;
}

failure interface_has_turned()
{
    return {.what = problem::stale_frame,
            .message = "The interface has turned since the picture that was touched.",
            .cause = "interface_changed"};
}

} // namespace

boost::asio::awaitable<result<void>> tunnel_touches::play(gesture::touch_path path,
                                                          screen::interface made_for)
{
    co_await look_where_it_stands();
    if (!still_stands(made_for))
        co_return std::unexpected(interface_has_turned());
    const auto plan = hid::plan_of(std::move(path), made_for);
    if (!plan)
        co_return std::unexpected(plan.error());
    co_return co_await gate_.pass([&] { return send(*plan, made_for); });
}

/// The gate may have waited for a stream, or looked at the screen.
boost::asio::awaitable<result<void>> tunnel_touches::send(const hid::report_plan& plan,
                                                          screen::interface made_for)
{
    if (!still_stands(made_for))
        co_return std::unexpected(interface_has_turned());
    auto played = co_await tell(plan);
    const bool is_long = !plan.empty() && plan.back().at >= long_gesture;
    if (played && is_long && co_await gate_.revive_stream())
        co_await tell(hid::lifting_of(plan));
    co_return played;
}

boost::asio::awaitable<result<void>> tunnel_touches::tell(hid::report_plan what)
{
    co_return co_await tunnel_.call<void>(
        "touch", [&what](tunnel_session& by) { return by.input.play(what); });
}

boost::asio::awaitable<void> tunnel_touches::look_ahead()
{
    co_await gate_.prepare();
}

boost::asio::awaitable<void> tunnel_touches::look_where_it_stands()
{
    const auto told = tunnel_.facts().panel_told_at();
    if (!tunnel_.display_is_pushed() && std::chrono::steady_clock::now() - told > fresh_display)
        co_await tunnel_.look_at_display();
}

/// A phone that does not tell how it is turned stands as whoever made the path has seen it.
bool tunnel_touches::still_stands(const screen::interface& made_for) const
{
    const auto& panel = tunnel_.facts().panel();
    const auto now = shown_();
    if (!panel || panel->rotation.empty() || !now)
        return true;
    return now->turned == made_for.turned &&
           std::abs(shape_of(now->size) - shape_of(made_for.size)) < same_shape;
}

} // namespace thimble::device::coredevice
