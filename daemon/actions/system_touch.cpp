#include "daemon/actions/system_touch.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "device/product_names.hpp"

#include <cmath>

namespace thimble::daemon {

namespace {

/// A screen that is turning may be looked at several times while it does.
constexpr int most_attempts = 5;

device::failure no_touch()
{
    return {.what = device::problem::unsupported,
            .message = "No driver of this phone can touch it.",
            .cause = {}};
}

device::failure no_size()
{
    return {.what = device::problem::not_ready,
            .message = "The phone has not told its screen size yet. Try again in a moment.",
            .cause = "size_unknown"};
}

/// Times that XCTest's own drags from the edges are reported to work with.
constexpr std::chrono::milliseconds press_before_swipe{100};
constexpr std::chrono::milliseconds press_before_rest{350};
constexpr std::chrono::milliseconds native_rest{800};
constexpr std::chrono::duration<double> native_drag_time{0.6};

/// The finger of a swipe moves from its first place to its last.
device::press_and_drag native_drag_of(const gesture::touch_path& path)
{
    const auto& samples = path.contacts.front().samples;
    const auto from = samples.front().where;
    const auto to = samples.back().where;
    const bool rests = samples.size() > 2 && samples[samples.size() - 2].where == to;
    return {.from = from,
            .to = to,
            .press = rests ? press_before_rest : press_before_swipe,
            .velocity = std::hypot(to.x - from.x, to.y - from.y) / native_drag_time.count(),
            .rest = rests ? native_rest : std::chrono::milliseconds(0)};
}

using swipe_player = boost::asio::awaitable<device::result<void>> (*)(device::phone& phone,
                                                                      gesture::touch_path path,
                                                                      screen::interface shown);

boost::asio::awaitable<device::result<void>>
play_along(device::phone& phone, gesture::touch_path path, screen::interface shown)
{
    device::touch_player* touches = phone.touches();
    if (touches == nullptr)
        co_return std::unexpected(no_touch());
    co_return co_await touches->play(std::move(path), shown);
}

boost::asio::awaitable<device::result<void>>
drag_along(device::phone& phone, gesture::touch_path path, screen::interface shown)
{
    device::native_dragger* dragger = phone.dragger();
    if (dragger == nullptr)
        co_return std::unexpected(no_touch());
    co_return co_await dragger->drag(native_drag_of(path), shown);
}

boost::asio::awaitable<device::result<void>>
make_as_it_stands(device::phone& phone, swipe made_for, swipe_player play)
{
    for (int attempt = 1;; ++attempt) {
        const auto shown = phone.facts().interface;
        if (!shown)
            co_return std::unexpected(no_size());
        auto path = made_for({.width = shown->size.width, .height = shown->size.height});
        auto made = co_await play(phone, std::move(path), *shown);
        const bool turned = !made && made.error().what == device::problem::stale_frame;
        if (!turned || attempt == most_attempts)
            co_return made;
        if (attempt > 1) // the first refusal has told how it stands by now
            co_await pause_between_questions();
    }
}

} // namespace

device::failure no_buttons()
{
    return {.what = device::problem::unsupported,
            .message = "No driver of this phone presses buttons.",
            .cause = {}};
}

boost::asio::awaitable<device::result<void>> press_button(device::phone& phone,
                                                          device::button which)
{
    device::button_presser* buttons = phone.buttons();
    if (buttons == nullptr)
        co_return std::unexpected(no_buttons());
    co_return co_await buttons->press(which);
}

bool can_drag_natively(device::phone& phone)
{
    return phone.dragger() != nullptr;
}

boost::asio::awaitable<device::result<void>> drag_natively(device::phone& phone, swipe made_for)
{
    co_return co_await make_as_it_stands(phone, std::move(made_for), drag_along);
}

gesture::bottom_edge bottom_edge_of(const device::phone& phone)
{
    return device::has_home_button(phone.facts().product_type)
               ? gesture::bottom_edge::home_button
               : gesture::bottom_edge::home_indicator;
}

boost::asio::awaitable<device::result<void>> play_swipe(device::phone& phone, swipe made_for)
{
    co_return co_await make_as_it_stands(phone, std::move(made_for), play_along);
}

} // namespace thimble::daemon
