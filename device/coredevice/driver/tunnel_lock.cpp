#include "device/coredevice/driver/tunnel_lock.hpp"

#include "async/sleep.hpp"

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::milliseconds lit_limit{1000}; // of a display that was woken
constexpr std::chrono::milliseconds lit_pause{50};

failure nobody_tells()
{
    return {.what = problem::unsupported,
            .message = "The phone has no passcode and its display is on: its services do not tell "
                       "whether it is locked.",
            .cause = std::string(lock_not_told)};
}

} // namespace

bool tunnel_lock::is_dark() const
{
    const auto& panel = tunnel_.facts().panel();
    return panel && panel->lit == false;
}

boost::asio::awaitable<void> tunnel_lock::look_at_display()
{
    if (!tunnel_.display_is_pushed())
        co_await tunnel_.look_at_display();
}

boost::asio::awaitable<result<bool>> tunnel_lock::locked()
{
    const auto wanted = wants_passcode_ ? co_await wants_passcode_() : std::nullopt;
    if (wanted == true)
        co_return true;
    co_await look_at_display();
    if (is_dark())
        co_return true;
    if (wanted == false)
        co_return false;
    co_return std::unexpected(nobody_tells());
}

boost::asio::awaitable<result<void>> tunnel_lock::lock()
{
    co_return co_await tunnel_.call<void>(
        "lock", [](tunnel_session& by) { return by.buttons.press(hardware_button::lock); });
}

boost::asio::awaitable<result<void>> tunnel_lock::wake()
{
    auto pressed = co_await buttons_.press(button::home);
    if (pressed)
        co_await until_lit();
    co_return pressed;
}

boost::asio::awaitable<void> tunnel_lock::until_lit()
{
    const auto give_up = std::chrono::steady_clock::now() + lit_limit;
    for (;;) {
        co_await look_at_display();
        if (!is_dark() || std::chrono::steady_clock::now() > give_up)
            co_return;
        co_await async::sleep_for(lit_pause);
    }
}

} // namespace thimble::device::coredevice
