#include "device/wda/orientation_switch.hpp"

#include "async/sleep.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds turn_limit{10};
constexpr std::chrono::seconds settle_limit{3}; // the turn is animated for less than a second
constexpr std::chrono::milliseconds look_pause{100};
constexpr std::string_view never_reached = "orientation_not_reached";

/// Degrees around the axis that leaves the screen, as interface_reader reads them.
int degrees_of(screen::orientation turned)
{
    switch (turned) {
    case screen::orientation::portrait:
        return 0;
    case screen::orientation::landscape_right:
        return 90;
    case screen::orientation::upside_down:
        return 180;
    case screen::orientation::landscape_left:
        break;
    }
    return 270;
}

/// An answer that was an error, other than one about the session or the route. The runner compares
/// at once, without waiting for the animation: an interface that is about to turn is refused as
/// well.
bool says_no(const failure& what)
{
    return what.what == problem::refused &&
           (what.cause == "invalid element state" || what.cause == "unknown error");
}

failure app_refuses(screen::orientation wanted)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The app in front does not turn to " +
                       std::string(screen::to_string(wanted)) +
                       ". Open one that does, or go on as it is.",
            .cause = "app_refuses"};
}

failure not_reached(screen::orientation wanted, screen::orientation stays)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The phone was turned to " + std::string(screen::to_string(wanted)) +
                       ", but its interface stays " + std::string(screen::to_string(stays)) + ".",
            .cause = std::string(never_reached)};
}

} // namespace

boost::asio::awaitable<result<void>> orientation_switch::turn(screen::orientation to)
{
    const input_under_way mark(runner_);
    const auto now = co_await runner_.interface.read(runner_.input);
    if (!now)
        co_return std::unexpected(co_await runner_.explain(now.error()));
    if (now->turned == to)
        co_return result<void>{};
    const auto turned = co_await runner_.send({.route = "/rotation",
                                               .body = {{"x", 0}, {"y", 0}, {"z", degrees_of(to)}},
                                               .limit = turn_limit});
    const bool doubted = !turned && says_no(turned.error());
    if (!turned && !doubted)
        co_return std::unexpected(co_await runner_.explain(turned.error()));
    auto reached = co_await wait_for(to);
    runner_.options.suspect(); // the size of pictures and places has changed
    if (doubted && !reached && reached.error().cause == never_reached)
        co_return std::unexpected(app_refuses(to));
    co_return reached;
}

boost::asio::awaitable<result<void>>
orientation_switch::turn_by(std::function<boost::asio::awaitable<result<void>>()> somebody,
                            screen::orientation to)
{
    const input_under_way mark(runner_);
    const auto now = co_await runner_.interface.read(runner_.input);
    if (!now)
        co_return std::unexpected(co_await runner_.explain(now.error()));
    if (now->turned == to)
        co_return result<void>{};
    auto turned = co_await somebody();
    if (turned)
        turned = co_await wait_for(to);
    runner_.options.suspect(); // the size of pictures and places has changed
    if (!turned && turned.error().cause == never_reached)
        co_return std::unexpected(app_refuses(to));
    co_return turned;
}

boost::asio::awaitable<result<void>> orientation_switch::wait_for(screen::orientation wanted)
{
    const auto give_up = std::chrono::steady_clock::now() + settle_limit;
    for (;;) {
        const auto now = co_await runner_.interface.read(runner_.input);
        if (!now) {
            auto why = co_await runner_.explain(now.error());
            if (why.phone == reached::nothing)
                why.phone = reached::perhaps; // by then the phone was told to turn
            co_return std::unexpected(std::move(why));
        }
        if (now->turned == wanted)
            co_return result<void>{};
        if (std::chrono::steady_clock::now() > give_up)
            co_return std::unexpected(not_reached(wanted, now->turned));
        co_await async::sleep_for(look_pause);
    }
}

} // namespace thimble::device::wda
