#include "daemon/actions/lock_screen.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/actions/system_touch.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds at_once{0};

refusal passcode_required()
{
    return not_reached(
        {}, "passcode_required",
        "The phone asks for its passcode. Unlock it with the action unlock, which takes "
        "one.");
}

/// A swipe could put a keypad away that shows already. A driver that sees one has pressed the home
/// button of a phone that has one as often as it takes; without it the press that woke the phone
/// has left the lock screen there.
asio::awaitable<device::result<void>> push_lock_screen_away(device::phone& phone)
{
    if (bottom_edge_of(phone) == gesture::bottom_edge::home_button) {
        if (phone.elements() != nullptr)
            co_return device::result<void>{};
        co_return co_await press_button(phone, device::button::home_button);
    }
    if (co_await asks_for_passcode(phone))
        co_return device::result<void>{};
    co_return co_await play_swipe(phone, gesture::unlock_swipe);
}

/// Waits until the lock screen has gone (true), or asks for a passcode, or the time is over
/// (false).
asio::awaitable<device::result<bool>> lock_screen_goes(const action_context& on)
{
    const auto give_up = std::chrono::steady_clock::now() + on.timeout / 2;
    for (;;) {
        const auto locked = co_await is_locked(*on.phone);
        if (!locked)
            co_return locked;
        if (!*locked)
            co_return true;
        const auto began = std::chrono::steady_clock::now();
        if (began > give_up || co_await asks_for_passcode(*on.phone))
            co_return false;
        co_await pause_between_questions(std::chrono::steady_clock::now() - began);
    }
}

} // namespace

asio::awaitable<device::result<bool>> open_lock_screen(const action_context& on)
{
    device::phone& phone = *on.phone;
    device::lock_switch* lock = phone.lock();
    if (lock == nullptr)
        co_return co_await is_locked(phone); // fails, and says why
    if (auto woken = co_await lock->wake(); !woken)
        co_return std::unexpected(std::move(woken.error()));
    const auto open = co_await becomes_locked(phone, false, at_once);
    if (!open && !is_untold_lock(open.error()))
        co_return open;
    if (open.value_or(false))
        co_return true;
    if (auto pushed = co_await push_lock_screen_away(phone); !pushed)
        co_return std::unexpected(std::move(pushed.error()));
    co_return co_await lock_screen_goes(on);
}

refusal device_disabled()
{
    return not_reached({}, "device_disabled",
                       "The phone takes no passcode for a while after too many wrong ones. Wait, "
                       "or unlock it by hand.");
}

asio::awaitable<refusal> stays_locked(device::phone& phone)
{
    co_return co_await says_disabled(phone) ? device_disabled() : passcode_required();
}

} // namespace thimble::daemon
