#include "device/wda/button_presser.hpp"

#include "async/sleep.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds button_limit{10};

/// Home is a route of its own that every model has, and the only one that needs no session.
constexpr std::string_view home_route = "/wda/homescreen";

/// The home button on the HID consumer page. Phones without one take it for the same.
constexpr int consumer_page = 12;
constexpr int home_usage = 0x40;
constexpr double button_held = 0.05; // seconds: two of these are well within a double press

/// A phone takes two presses with less than this between them for a double press.
constexpr std::chrono::milliseconds longest_double_press{500};

command press_of(std::string_view name)
{
    return {.route = "/wda/pressButton", .body = {{"name", name}}, .limit = button_limit};
}

command press_of_home_button()
{
    return {.route = "/wda/performIoHidEvent",
            .body = {{"page", consumer_page}, {"usage", home_usage}, {"duration", button_held}},
            .limit = button_limit};
}

/// Siri has no button of its own to press: it is asked for by words, here by none.
command call_of_siri()
{
    return {.route = "/wda/siri/activate", .body = {{"text", ""}}, .limit = button_limit};
}

command command_of(button which)
{
    switch (which) {
    case button::volume_up:
        return press_of("volumeup");
    case button::volume_down:
        return press_of("volumedown");
    case button::action:
        return press_of("action");
    case button::siri:
        return call_of_siri();
    case button::home:
    case button::home_button:
        break;
    }
    return press_of_home_button();
}

/// The words with which WebDriverAgent says that the hardware lacks the button.
bool says_missing(const failure& what)
{
    return what.message.contains("is not supported");
}

failure missing_button()
{
    return {.what = problem::unsupported,
            .message = "This phone does not have the button.",
            .cause = "button_missing"};
}

} // namespace

boost::asio::awaitable<result<void>> button_presser::press(button which)
{
    if (which == button::home)
        co_return co_await go_home();
    if (which == button::home_button)
        co_await part_from_last_press();
    const auto pressed = co_await runner_.perform(command_of(which));
    if (which == button::home_button)
        home_pressed_ = std::chrono::steady_clock::now();
    if (pressed)
        co_return result<void>{};
    co_return std::unexpected(says_missing(pressed.error()) ? missing_button() : pressed.error());
}

/// Nothing but the two presses goes to the phone once the first has: a double press is short.
boost::asio::awaitable<result<void>> button_presser::press_twice(button which)
{
    if (auto pressed = co_await press(which); !pressed)
        co_return pressed;
    const input_under_way mark(runner_);
    auto again = co_await runner_.send(command_of(which));
    home_pressed_ = std::chrono::steady_clock::now();
    if (again)
        co_return result<void>{};
    again.error().phone = reached::perhaps; // the first press has
    co_return std::unexpected(co_await runner_.explain(std::move(again.error())));
}

/// Two presses one after the other are not to be one double press, nor half of one.
boost::asio::awaitable<void> button_presser::part_from_last_press() const
{
    co_await async::sleep_until(home_pressed_ + longest_double_press);
}

boost::asio::awaitable<result<void>> button_presser::go_home()
{
    const input_under_way mark(runner_);
    auto answer = parse_envelope(
        co_await runner_.input.exchange(post_once(std::string(home_route), "{}", button_limit)));
    if (!answer)
        co_return std::unexpected(co_await runner_.explain(std::move(answer.error())));
    runner_.session.observe(answer->session_id);
    co_return result<void>{};
}

} // namespace thimble::device::wda
