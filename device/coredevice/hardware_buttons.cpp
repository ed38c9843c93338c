#include "device/coredevice/hardware_buttons.hpp"

#include "async/sleep.hpp"
#include "async/to_the_end.hpp"
#include "device/coredevice/service_names.hpp"

#include <utility>

namespace thimble::device::coredevice {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds open_limit{10};
constexpr std::chrono::seconds tell_limit{3};
constexpr milliseconds after_press{
    100}; // else an event is lost with the connection, or the next one

/// iOS may not notice a press of less than 30 ms, and on their way down and up come closer together
/// where a computer is busy.
constexpr milliseconds brief_press{90};

/// By its usage of the HID tables, and how long it is held.
struct button_usage {
    std::uint64_t code;
    milliseconds held;
};

constexpr std::uint64_t consumer_page = 0x0c;

button_usage usage_of(hardware_button which)
{
    switch (which) {
    case hardware_button::home:
        return {.code = 0x40, .held = brief_press};
    case hardware_button::lock:
        return {.code = 0x30, .held = milliseconds(500)};
    case hardware_button::volume_up:
        return {.code = 0xe9, .held = brief_press};
    case hardware_button::volume_down:
        return {.code = 0xea, .held = brief_press};
    case hardware_button::mute:
        return {.code = 0xe2, .held = brief_press};
    case hardware_button::siri:
        break;
    }
    return {.code = 0xcf, .held = milliseconds(1'000)};
}

xpc::dictionary button_event(std::uint64_t code, std::uint64_t state)
{
    return {{"messageType", "IndigoButtonEvent"},
            {"featureIdentifier", "com.apple.coredevice.feature.remote.hid.button"},
            {"payload",
             xpc::dictionary{{"state", state}, {"usagePage", consumer_page}, {"usageCode", code}}}};
}

failure perhaps_not_heard()
{
    return {.what = problem::refused,
            .phone = reached::perhaps,
            .message = "The connection to the phone's buttons was lost in the middle of a press.",
            .cause = "connection_lost"};
}

failure not_let_go()
{
    return {.what = problem::refused,
            .message = "A button of the phone that is down could not be let go.",
            .cause = "button_down"};
}

} // namespace

hardware_buttons::hardware_buttons(boost::asio::any_io_executor home,
                                   core_device& of,
                                   milliseconds settle,
                                   held_button down)
    : device_(of), lane_(std::move(home)), settle_(settle), down_(std::move(down))
{
}

boost::asio::awaitable<void> hardware_buttons::warm_up()
{
    const auto turn = co_await lane_.take();
    if (co_await connect()) // one that fails shows with the first press
        co_await let_go();
}

boost::asio::awaitable<void> hardware_buttons::until_let_go()
{
    const auto turn = co_await lane_.take();
    co_await let_go();
}

/// A button that stays down is held for the phone, and counts from then with the next press.
boost::asio::awaitable<void> hardware_buttons::let_go()
{
    if (*down_ && co_await tell(**down_, button_state::up))
        co_await until_up();
}

/// A connection that ends within this time may have taken the last event along. One over which it
/// does not arrive is of no use any more: the button is let go over the next.
boost::asio::awaitable<void> hardware_buttons::until_up()
{
    const auto arrived = co_await connection_->until_arrived(tell_limit);
    co_await async::sleep_for(after_press);
    if (arrived && connection_->is_open()) {
        down_->reset();
        co_return;
    }
    abort_connection();
}

void hardware_buttons::abort_connection()
{
    connection_->abort();
    connection_.reset();
}

boost::asio::awaitable<result<void>> hardware_buttons::connect()
{
    if (connection_ && connection_->is_open())
        co_return result<void>();
    auto opened = co_await device_.open(service::buttons, open_limit);
    if (!opened)
        co_return std::unexpected(opened.error());
    connection_ = std::move(*opened);
    settled_at_ = std::chrono::steady_clock::now() + settle_;
    co_return result<void>();
}

boost::asio::awaitable<result<void>> hardware_buttons::connect_and_settle()
{
    auto connected = co_await connect();
    if (connected)
        co_await async::sleep_until(settled_at_);
    co_return connected;
}

boost::asio::awaitable<result<void>> hardware_buttons::tell(hardware_button which,
                                                            button_state what)
{
    auto connected = co_await connect_and_settle();
    if (!connected)
        co_return connected;
    auto told = co_await connection_->tell(
        button_event(usage_of(which).code, static_cast<std::uint64_t>(what)), tell_limit);
    if (!told)
        abort_connection(); // which may only be stuck: the event is not to follow
    co_return told;
}

boost::asio::awaitable<result<void>> hardware_buttons::press(hardware_button which)
{
    const auto turn = co_await lane_.take();
    auto connected = co_await connect_and_settle();
    if (!connected)
        co_return connected;
    co_await let_go();
    if (*down_)
        co_return std::unexpected(not_let_go());
    co_return co_await async::to_the_end(go_down_and_up(which)); // some seconds at most
}

boost::asio::awaitable<result<void>> hardware_buttons::go_down_and_up(hardware_button which)
{
    *down_ = which;
    const auto pressed = co_await tell(which, button_state::down);
    if (!pressed && pressed.error().phone == reached::nothing) {
        down_->reset();
        co_return pressed;
    }
    if (pressed)
        co_await async::sleep_for(usage_of(which).held);
    auto released = co_await tell(which, button_state::up);
    if (released)
        co_await until_up();
    const bool heard = !*down_;
    if (!heard)
        co_await let_go(); // the phone may hold it for as long as nobody presses another
    if (!pressed)
        co_return pressed;
    if (released && !heard)
        co_return std::unexpected(perhaps_not_heard());
    if (!released)
        released.error().phone = reached::perhaps; // the first half has
    co_return released;
}

} // namespace thimble::device::coredevice
