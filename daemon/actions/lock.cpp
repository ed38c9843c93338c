// Locking the phone. Already locked is success.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::lock what)
{
    device::lock_switch* lock = on.phone->lock();
    if (lock == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::lock::name));
    const auto before = co_await lock->locked();
    if (!before && !is_untold_lock(before.error()))
        co_return std::unexpected(refused_by(*on.phone, before.error(), what));
    if (before.value_or(false))
        co_return reached_state(true);
    lock = on.phone->lock();
    if (lock == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::lock::name));
    const auto locking = co_await lock->lock();
    if (!locking)
        co_return std::unexpected(refused_by(*on.phone, locking.error(), what));
    const auto locked = co_await becomes_locked(*on.phone, true, on.timeout);
    if (!locked)
        co_return reached_state(std::nullopt); // it can no longer be asked
    if (!*locked)
        co_return std::unexpected(not_reached(
            {}, "not_locked", "The lock button was pressed; the phone stays unlocked."));
    co_return reached_state(true);
}

} // namespace thimble::daemon
