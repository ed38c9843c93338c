// Home, and the surfaces of the system: shown where they are not, and looked for afterwards.
#include "daemon/actions/lock_screen.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/actions/refusals.hpp"
#include "daemon/actions/state.hpp"
#include "daemon/actions/surfaces.hpp"
#include "daemon/actions/system_touch.hpp"
#include "gesture/keys.hpp"

#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

constexpr std::string_view home_screen_id = "com.apple.springboard";

using opening = asio::awaitable<device::result<void>> (*)(const stage& on);

/// A surface, how it is opened, and what is said when it does not show.
struct wanted_surface {
    surface which;
    opening open;
    std::string_view cause;
    std::string_view message;
};

device::failure no_buttons()
{
    return {.what = device::problem::unsupported,
            .message = "No driver of this phone presses buttons.",
            .cause = {}};
}

asio::awaitable<device::result<void>> press(device::phone& phone, device::button which)
{
    device::button_presser* buttons = phone.buttons();
    if (buttons == nullptr)
        co_return std::unexpected(no_buttons());
    co_return co_await buttons->press(which);
}

/// True when the home screen is in front by now; nothing where the phone cannot be asked.
asio::awaitable<std::optional<bool>> home_appears(const stage& on)
{
    const auto give_up = std::chrono::steady_clock::now() + on.patience;
    for (;;) {
        const auto front = co_await app_in_front(*on.phone);
        if (!front)
            co_return std::nullopt;
        if (*front == home_screen_id)
            co_return true;
        if (std::chrono::steady_clock::now() > give_up)
            co_return false;
        co_await pause_between_questions();
    }
}

/// The home screen lies behind the lock screen. A refusal where that does not open; nothing where
/// the phone is open, or cannot be asked.
asio::awaitable<std::optional<refusal>> unlock_before_home(const stage& on)
{
    device::phone& phone = *on.phone;
    const auto locked = co_await is_locked(phone);
    if (!locked.value_or(false))
        co_return std::nullopt;
    const auto opened = co_await open_lock_screen(on);
    if (!opened) {
        auto refused = refused_by(phone, opened.error(), link::home{});
        refused.outcome = link::outcome::unknown; // the phone has been woken at least
        co_return refused;
    }
    if (*opened)
        co_return std::nullopt;
    co_return co_await stays_locked(phone);
}

asio::awaitable<device::result<void>> open_switcher(const stage& on)
{
    device::phone& phone = *on.phone;
    if (bottom_edge_of(phone) == gesture::bottom_edge::home_indicator)
        co_return co_await play_swipe(phone, gesture::app_switcher);
    device::button_presser* buttons = phone.buttons();
    if (buttons == nullptr)
        co_return std::unexpected(no_buttons());
    co_return co_await buttons->press_twice(device::button::home_button);
}

asio::awaitable<device::result<void>> open_control_center(const stage& on)
{
    device::phone& phone = *on.phone;
    const auto edge = bottom_edge_of(phone);
    co_return co_await play_swipe(
        phone, [edge](gesture::bounds panel) { return gesture::control_center(panel, edge); });
}

asio::awaitable<device::result<void>> open_notifications(const stage& on)
{
    device::phone& phone = *on.phone;
    co_return co_await play_swipe(phone, gesture::notification_center);
}

/// Spotlight is a surface of the home screen alone.
asio::awaitable<device::result<void>> open_spotlight(const stage& on)
{
    device::phone& phone = *on.phone;
    if (auto home = co_await press(phone, device::button::home); !home)
        co_return home;
    co_await home_appears(on);
    co_return co_await play_swipe(phone, gesture::spotlight);
}

/// Closes the surface in front by the gesture that pushes surfaces away.
asio::awaitable<device::result<void>> push_away(device::phone& phone)
{
    if (bottom_edge_of(phone) == gesture::bottom_edge::home_indicator)
        co_return co_await play_swipe(phone, gesture::dismiss_swipe);
    co_return co_await press(phone, device::button::home_button);
}

/// The surface in front as soon as it is the wanted one, or else once it has stayed the same for
/// longer than the system's animations take; nothing where the phone cannot be asked.
asio::awaitable<std::optional<surface>> surface_settles(const stage& on, surface wanted)
{
    using std::chrono::steady_clock;
    std::optional<surface> last;
    auto since = steady_clock::now();
    const auto give_up = since + on.patience;
    for (;;) {
        const auto seen = co_await surface_in_front(*on.phone);
        if (!seen || *seen == wanted)
            co_return seen;
        const auto now = steady_clock::now();
        if (std::exchange(last, seen) != seen)
            since = now;
        if (now - since >= on.patience / 3 || now > give_up)
            co_return seen;
        co_await pause_between_questions();
    }
}

/// Whether a gesture may be made a second time: it has closed the surface that was in front before,
/// and nothing else, or it has had no effect and that surface has been pushed away since.
asio::awaitable<device::result<bool>>
is_uncovered(const stage& on, surface before, std::optional<surface> seen)
{
    if (seen == surface::none)
        co_return true;
    if (seen != before)
        co_return false;
    if (auto pushed = co_await push_away(*on.phone); !pushed)
        co_return std::unexpected(std::move(pushed.error()));
    const auto gone = co_await surface_appears(*on.phone, surface::none, on.patience);
    co_return gone.value_or(false);
}

/// Looks for the surface after it was asked for.
asio::awaitable<performance> see(stage on, const wanted_surface& wanted)
{
    device::phone& phone = *on.phone;
    const auto shown = co_await surface_appears(phone, wanted.which, on.patience);
    if (shown == false)
        co_return std::unexpected(
            not_reached(co_await alert_in_front(phone), wanted.cause, std::string(wanted.message)));
    co_return reached_state(shown);
}

/// Over another surface, which may take the first gesture for one that closes it.
asio::awaitable<performance>
show_over(stage on, link::action what, wanted_surface wanted, surface before)
{
    const auto failed = [&](const device::failure& why) {
        auto refused = refused_by(*on.phone, why, what);
        refused.outcome = link::outcome::unknown; // the first gesture has been made
        return std::unexpected(std::move(refused));
    };
    const auto seen = co_await surface_settles(on, wanted.which);
    if (!seen || *seen == wanted.which)
        co_return reached_state(seen ? std::optional(true) : std::nullopt);
    const auto uncovered = co_await is_uncovered(on, before, seen);
    if (!uncovered)
        co_return failed(uncovered.error());
    if (*uncovered)
        if (const auto opened = co_await wanted.open(on); !opened)
            co_return failed(opened.error());
    co_return co_await see(std::move(on), wanted);
}

asio::awaitable<performance> show(stage on, link::action what, wanted_surface wanted)
{
    device::phone& phone = *on.phone;
    if (phone.touches() == nullptr)
        co_return std::unexpected(unsupported(phone, link::name_of(what)));
    const auto before = co_await surface_in_front(phone);
    if (before == wanted.which)
        co_return reached_state(true);
    const auto opened = co_await wanted.open(on);
    if (!opened)
        co_return std::unexpected(refused_by(phone, opened.error(), what));
    if (before.value_or(surface::none) != surface::none)
        co_return co_await show_over(std::move(on), std::move(what), wanted, *before);
    co_return co_await see(std::move(on), wanted);
}

} // namespace

asio::awaitable<performance> perform_one(stage on, link::home what)
{
    device::phone& phone = *on.phone;
    if (phone.buttons() == nullptr)
        co_return std::unexpected(unsupported(phone, link::home::name));
    if (auto refused = co_await unlock_before_home(on))
        co_return std::unexpected(std::move(*refused));
    const auto pressed = co_await press(phone, device::button::home);
    if (!pressed)
        co_return std::unexpected(refused_by(phone, pressed.error(), what));
    const auto shown = co_await home_appears(on);
    if (shown == false)
        co_return std::unexpected(not_reached(co_await alert_in_front(phone),
                                              "home_screen_not_shown",
                                              "Home was pressed; the app in front stays."));
    co_return reached_state(shown);
}

asio::awaitable<performance> perform_one(stage on, link::spotlight what)
{
    co_return co_await show(std::move(on), what,
                            {.which = surface::spotlight,
                             .open = open_spotlight,
                             .cause = "spotlight_not_shown",
                             .message = "The home screen was swiped down; no search has shown."});
}

asio::awaitable<performance> perform_one(stage on, link::app_switcher what)
{
    co_return co_await show(std::move(on), what,
                            {.which = surface::app_switcher,
                             .open = open_switcher,
                             .cause = "app_switcher_not_shown",
                             .message = "The app switcher was asked for and has not shown."});
}

asio::awaitable<performance> perform_one(stage on, link::control_center what)
{
    co_return co_await show(std::move(on), what,
                            {.which = surface::control_center,
                             .open = open_control_center,
                             .cause = "control_center_not_shown",
                             .message = "Control Center was swiped for and has not shown."});
}

asio::awaitable<performance> perform_one(stage on, link::notification_center what)
{
    co_return co_await show(std::move(on), what,
                            {.which = surface::notification_center,
                             .open = open_notifications,
                             .cause = "notification_center_not_shown",
                             .message = "The notifications were swiped for and have not shown."});
}

asio::awaitable<performance> perform_one(stage on, link::escape what)
{
    device::phone& phone = *on.phone;
    device::key_presser* keys = phone.keys();
    if (keys == nullptr)
        co_return std::unexpected(unsupported(phone, link::escape::name));
    const auto pressed = co_await keys->press({.usage = *gesture::key_usage("escape")});
    if (!pressed)
        co_return std::unexpected(refused_by(phone, pressed.error(), what));
    const auto left = co_await surface_in_front(phone);
    if (!left || left == surface::none)
        co_return reached_state(left ? std::optional(true) : std::nullopt);
    const auto pushed = co_await push_away(phone);
    if (!pushed)
        co_return std::unexpected(refused_by(phone, pushed.error(), what));
    const auto gone = co_await surface_appears(phone, surface::none, on.patience);
    if (gone == false)
        co_return std::unexpected(not_reached(co_await alert_in_front(phone), "surface_stays",
                                              "What the system shows in front stays there."));
    co_return reached_state(gone);
}

} // namespace thimble::daemon
