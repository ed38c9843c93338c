// Buttons, and what touches nothing at all.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/refusals.hpp"

namespace thimble::daemon {

boost::asio::awaitable<performance> perform_one(stage on, link::home what)
{
    device::button_presser* buttons = on.phone->buttons();
    if (buttons == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::home::name));
    const auto pressed = co_await buttons->press(device::button::home);
    if (!pressed)
        co_return std::unexpected(refused_by(*on.phone, pressed.error(), what));
    co_return performed{};
}

/// Which phone is active is the service's knowledge; that the phone is attached is all there is to
/// it here.
boost::asio::awaitable<performance> perform_one(stage /*on*/, link::select /*what*/)
{
    co_return performed{};
}

} // namespace thimble::daemon
