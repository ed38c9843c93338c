#include "device/wda/lock_switch.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds lock_limit{10}; // the runner itself waits 5 s for the lock
constexpr std::chrono::seconds wake_limit{15}; // two pauses of 1 s, then up to 5 s

/// The power button on the HID consumer page, held as long as a person holds it: since iOS 27 the
/// lock button that runners before 15.1.5 press locks nothing.
constexpr int lock_page = 12;
constexpr int power_usage = 0x30;
constexpr double power_held = 0.5; // seconds

command press_of_power()
{
    return {.route = "/wda/performIoHidEvent",
            .body = {{"page", lock_page}, {"usage", power_usage}, {"duration", power_held}},
            .limit = lock_limit};
}

/// The home button on the same page lights a dark screen.
constexpr int waking_usage = 0x40;
constexpr double waking_held = 0.05; // seconds

command press_that_wakes()
{
    return {.route = "/wda/performIoHidEvent",
            .body = {{"page", lock_page}, {"usage", waking_usage}, {"duration", waking_held}},
            .limit = wake_limit};
}

/// The runner has pressed its button, and complains that the phone is as locked, or as unlocked, as
/// before after a while. Of waking it that is no failure: the screen is lit, and that a passcode is
/// asked for is for the caller to see.
bool says_lock_unchanged(const failure& what)
{
    return what.what == problem::refused &&
           (what.cause == "timeout" || what.cause == "unknown error");
}

} // namespace

/// The caller may send the next action at once: all that depends on it is told before.
boost::asio::awaitable<result<bool>> lock_switch::locked()
{
    const auto before = runner_.locked;
    auto answer = co_await runner_.ask_locked(runner_.input);
    if (!answer)
        co_return std::unexpected(co_await runner_.explain(std::move(answer.error())));
    if (before != *answer)
        runner_.options.suspect();
    co_return answer;
}

boost::asio::awaitable<result<void>> lock_switch::lock()
{
    auto pressed = co_await post("/wda/lock", lock_limit);
    if (pressed || !says_lock_unchanged(pressed.error()))
        co_return pressed;
    const auto now = co_await locked();
    if (!now)
        co_return pressed;
    if (*now)
        co_return result<void>{};
    auto held = co_await runner_.perform(press_of_power());
    runner_.options.suspect();
    if (!held) {
        held.error().phone = reached::perhaps; // the lock button was pressed
        co_return std::unexpected(std::move(held.error()));
    }
    co_return result<void>{};
}

/// A runner wakes only what it takes for locked.
boost::asio::awaitable<result<void>> lock_switch::wake()
{
    if (runner_.misses_lock) {
        const auto pressed = co_await runner_.perform(press_that_wakes());
        if (!pressed)
            co_return std::unexpected(pressed.error());
        co_return result<void>{};
    }
    auto woken = co_await post("/wda/unlock", wake_limit);
    if (!woken && says_lock_unchanged(woken.error()))
        co_return result<void>{};
    co_return woken;
}

boost::asio::awaitable<result<void>> lock_switch::post(std::string_view route,
                                                       std::chrono::milliseconds limit)
{
    const input_under_way mark(runner_);
    auto answer =
        parse_envelope(co_await runner_.input.exchange(post_once(std::string(route), "{}", limit)));
    if (!answer)
        co_return std::unexpected(co_await runner_.explain(std::move(answer.error())));
    runner_.session.observe(answer->session_id);
    runner_.options.suspect(); // what stands in the way may have changed
    co_return result<void>{};
}

} // namespace thimble::device::wda
