#include "device/coredevice/driver/tunnel_buttons.hpp"

#include "async/sleep.hpp"

namespace thimble::device::coredevice {
namespace {

/// A phone takes two presses of home with less than this between them for a double press.
constexpr std::chrono::milliseconds longest_double_press{500};

bool is_home(button which)
{
    return which == button::home || which == button::home_button;
}

hardware_button usage_for(button which)
{
    switch (which) {
    case button::volume_up:
        return hardware_button::volume_up;
    case button::volume_down:
        return hardware_button::volume_down;
    case button::siri:
        return hardware_button::siri;
    case button::home:
    case button::home_button:
    case button::action:
        break;
    }
    return hardware_button::home;
}

failure no_such_button()
{
    return {.what = problem::unsupported,
            .message = "The phone's services do not press this button.",
            .cause = "button_missing"};
}

} // namespace

bool has_hid_button(button which)
{
    return which != button::action;
}

boost::asio::awaitable<result<void>> tunnel_buttons::press(button which)
{
    if (!has_hid_button(which))
        co_return std::unexpected(no_such_button());
    if (is_home(which))
        co_await part_from_last_press();
    co_return co_await press_once(which);
}

boost::asio::awaitable<result<void>> tunnel_buttons::press_twice(button which)
{
    auto pressed = co_await press(which);
    if (!pressed)
        co_return pressed;
    auto again = co_await press_once(which);
    if (!again)
        again.error().phone = reached::perhaps; // the first press has
    co_return again;
}

boost::asio::awaitable<result<void>> tunnel_buttons::press_once(button which)
{
    auto pressed =
        co_await tunnel_.call<void>("press", [usage = usage_for(which)](tunnel_session& by) {
            return by.buttons.press(usage);
        });
    if (is_home(which))
        home_pressed_ = std::chrono::steady_clock::now();
    co_return pressed;
}

/// Presses asked for one after the other are not to be one double press, nor half of one.
boost::asio::awaitable<void> tunnel_buttons::part_from_last_press() const
{
    co_await async::sleep_until(home_pressed_ + longest_double_press);
}

} // namespace thimble::device::coredevice
