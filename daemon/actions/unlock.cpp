// Unlocking, with and without a passcode. A passcode is tried once and stands in no message.
#include "daemon/actions/lock_screen.hpp"
#include "daemon/actions/passcode_entry.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

refusal passcode_wrong()
{
    return not_reached({}, "passcode_wrong",
                       "The phone did not take the passcode. It was tried once; iOS makes callers "
                       "wait after several wrong ones.");
}

refusal passcode_unconfirmed()
{
    return not_reached(
        {}, "passcode_not_confirmed",
        "The passcode was entered once. The phone is still locked, and does not show "
        "whether it took it: look at its screen before you try again.",
        link::outcome::unknown);
}

/// By then the phone has been woken at least.
refusal failed_on_the_way(const device::phone& phone, const device::failure& why)
{
    const link::action named = link::unlock{}; // without the passcode
    auto refused = refused_by(phone, why, named);
    refused.outcome = link::outcome::unknown;
    return refused;
}

asio::awaitable<action_outcome> enter(const action_context& on, std::string passcode)
{
    device::phone& phone = *on.phone;
    const auto entered = co_await enter_passcode(on, std::move(passcode));
    if (!entered)
        co_return std::unexpected(failed_on_the_way(phone, entered.error()));
    if (*entered == passcode_answer::opened)
        co_return reached_state(true);
    if (co_await says_disabled(phone))
        co_return std::unexpected(device_disabled());
    co_return std::unexpected(*entered == passcode_answer::wrong ? passcode_wrong()
                                                                 : passcode_unconfirmed());
}

} // namespace

asio::awaitable<action_outcome> perform_one(action_context on, link::unlock what)
{
    device::phone& phone = *on.phone;
    if (phone.lock() == nullptr)
        co_return std::unexpected(unsupported(phone, link::unlock::name));
    auto passcode = std::move(what.passcode).value_or("");
    if (!can_be_entered(passcode))
        co_return std::unexpected(
            invalid_argument("passcode", "unsupported_character", "must be printable US-ASCII"));
    const auto locked = co_await is_locked(phone);
    if (!locked && is_untold_lock(locked.error()))
        co_return reached_state(std::nullopt); // a swipe or a press could leave the app in front
    if (!locked)
        co_return std::unexpected(refused_by(phone, locked.error(), link::unlock{}));
    if (!*locked)
        co_return reached_state(true);
    const auto opened = co_await open_lock_screen(on);
    if (!opened && is_untold_lock(opened.error()))
        co_return reached_state(std::nullopt);
    if (!opened)
        co_return std::unexpected(failed_on_the_way(phone, opened.error()));
    if (*opened)
        co_return reached_state(true);
    if (passcode.empty() || co_await says_disabled(phone))
        co_return std::unexpected(co_await stays_locked(phone));
    co_return co_await enter(on, std::move(passcode));
}

} // namespace thimble::daemon
