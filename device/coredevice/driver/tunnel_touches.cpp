#include "device/coredevice/driver/tunnel_touches.hpp"

#include "async/deadline.hpp"
#include "device/hid/held_input.hpp"
#include "device/hid/touch_plan.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cmath>
#include <exception>
#include <utility>
#include <variant>

namespace thimble::device::coredevice {
namespace {

namespace asio = boost::asio;

/// Of what a phone has said when it was asked; one that says it by itself is always up to date.
constexpr std::chrono::milliseconds fresh_display{1000};

/// A shorter one is over before a stream has ended that was there when it began.
constexpr std::chrono::seconds long_gesture{1};
constexpr std::chrono::seconds revival_limit{3}; // of a stream, for whoever has cancelled a gesture

/// Sizes come from a driver each, and may differ by a rounding.
constexpr double same_shape = 0.02;

void keep_places_secret(hid::report_plan& plan)
{
    for (auto& each : plan)
        if (auto* frame = std::get_if<hid::touch_frame>(&each.what))
            for (auto& contact : frame->contacts)
                contact.secret = true;
}

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

failure stream_ended()
{
    return {.what = problem::refused,
            .phone = reached::perhaps,
            .message = "The phone ended its stream during the gesture, and takes no touches "
                       "without one: a part of the gesture may not have landed. Look at the screen "
                       "before making it again.",
            .cause = "media_stream_ended"};
}

} // namespace

boost::asio::awaitable<result<void>> tunnel_touches::play(gesture::touch_path path,
                                                          screen::interface made_for)
{
    return play_plan(std::move(path), made_for, false);
}

boost::asio::awaitable<result<void>> tunnel_touches::play_unrecorded(gesture::touch_path path,
                                                                     screen::interface made_for)
{
    return play_plan(std::move(path), made_for, true);
}

boost::asio::awaitable<result<void>>
tunnel_touches::play_plan(gesture::touch_path path, screen::interface made_for, bool secret)
{
    co_await look_where_it_stands();
    if (!still_stands(made_for))
        co_return std::unexpected(interface_has_turned());
    auto plan = hid::plan_of(std::move(path), made_for);
    if (!plan)
        co_return std::unexpected(plan.error());
    if (secret)
        keep_places_secret(*plan);
    co_return co_await gate_.pass([&] { return send(*plan, made_for); });
}

/// The gate may have waited for a stream, or looked at the screen.
boost::asio::awaitable<result<void>> tunnel_touches::send(const hid::report_plan& plan,
                                                          screen::interface made_for)
{
    if (!still_stands(made_for))
        co_return std::unexpected(interface_has_turned());
    // In a chain of coroutines of its own, so that no cancellation reaches what is done at its end.
    const auto executor = co_await asio::this_coro::executor;
    co_return co_await asio::co_spawn(executor, play_and_lift(plan), asio::use_awaitable);
}

boost::asio::awaitable<result<void>> tunnel_touches::play_and_lift(const hid::report_plan& plan)
{
    const auto began = std::chrono::steady_clock::now();
    result<void> played;
    std::exception_ptr stopped;
    try {
        played = co_await tell(plan);
    } catch (...) {
        stopped = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    const bool touched = stopped || played || played.error().phone != reached::nothing;
    const bool dropped = touched && std::chrono::steady_clock::now() - began >= long_gesture &&
                         !gate_.streamed_since(began);
    const bool lifted = !dropped || co_await lift_once_more(plan);
    if (stopped)
        std::rethrow_exception(stopped);
    if (played && dropped && (!lifted || !hid::only_holds(plan)))
        co_return std::unexpected(stream_ended());
    co_return played;
}

/// The lifting may have been dropped as well: it is down until then for whoever ends the process,
/// and for the next gesture. False where it still has to be lifted.
boost::asio::awaitable<bool> tunnel_touches::lift_once_more(const hid::report_plan& plan)
{
    tunnel_.count_as_down(plan);
    const auto revived = co_await async::with_timeout(revival_limit, gate_.revive_stream());
    if (revived.value_or(false) && co_await tell(hid::lifting_of(plan)))
        co_return true;
    tunnel_.count_as_down(plan); // also where it was lifted into a stream that has ended
    co_return false;
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
