// Turning the interface.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::rotate what)
{
    auto* orientation = on.phone->orientation();
    if (orientation == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::rotate::name));
    const auto turned = co_await orientation->turn(what.to);
    if (turned)
        co_return reached_state(true);
    const auto& why = turned.error();
    const bool stays = why.cause == "app_refuses" || why.cause == "orientation_not_reached";
    if (!stays)
        co_return std::unexpected(refused_by(*on.phone, why, what));
    const auto alert = co_await alert_in_front(*on.phone);
    co_return std::unexpected(not_reached(alert, why.cause, why.message));
}

} // namespace thimble::daemon
