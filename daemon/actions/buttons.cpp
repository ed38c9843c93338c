// Buttons whose effect no driver can ask for, and what touches nothing at all.
#include "daemon/actions/perform.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

namespace {

boost::asio::awaitable<action_outcome>
press(action_context on, link::action what, device::button which)
{
    device::button_presser* buttons = on.phone->buttons();
    if (buttons == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::name_of(what)));
    const auto pressed = co_await buttons->press(which);
    if (!pressed)
        co_return std::unexpected(refused_by(*on.phone, pressed.error(), what));
    co_return action_result{};
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::volume_up what)
{
    return press(std::move(on), what, device::button::volume_up);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::volume_down what)
{
    return press(std::move(on), what, device::button::volume_down);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::siri what)
{
    return press(std::move(on), what, device::button::siri);
}

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::action_button what)
{
    if (!on.phone->capabilities().contains(device::capability::action_button))
        co_return std::unexpected(unsupported(*on.phone, link::action_button::name));
    co_return co_await press(std::move(on), what, device::button::action);
}

/// Which phone is active is the service's knowledge; that the phone is attached is all there is to
/// it here.
boost::asio::awaitable<action_outcome> perform_one(action_context /*on*/, link::select /*what*/)
{
    co_return action_result{};
}

} // namespace thimble::daemon
