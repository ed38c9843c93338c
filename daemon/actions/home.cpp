#include "daemon/actions/home.hpp"

#include "daemon/actions/lock_screen.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/actions/surface_dismissal.hpp"
#include "daemon/actions/system_touch.hpp"
#include "daemon/report/refusals.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

bool has_button(const device::phone& phone)
{
    return bottom_edge_of(phone) == gesture::bottom_edge::home_button;
}

/// The home screen lies behind the lock screen. A refusal where that does not open; nothing where
/// the phone is open, or cannot be asked.
asio::awaitable<std::optional<refusal>> unlock_before_home(const action_context& on)
{
    device::phone& phone = *on.phone;
    const auto locked = co_await is_locked(phone);
    if (!locked.value_or(false))
        co_return std::nullopt;
    const auto opened = co_await open_lock_screen(on);
    if (!opened && is_untold_lock(opened.error()))
        co_return std::nullopt;
    if (!opened) {
        auto refused = refused_by(phone, opened.error(), link::home{});
        refused.outcome = link::outcome::unknown; // the phone has been woken at least
        co_return refused;
    }
    if (*opened)
        co_return std::nullopt;
    co_return co_await stays_locked(phone);
}

/// True when the home screen is in front by then; nothing where the phone cannot be asked.
asio::awaitable<std::optional<bool>> home_appears(const action_context& on,
                                                  std::chrono::milliseconds limit)
{
    const auto give_up = std::chrono::steady_clock::now() + limit;
    for (;;) {
        const auto front = co_await app_in_front(*on.phone);
        if (!front)
            co_return std::nullopt;
        if (*front == system_app)
            co_return true;
        if (std::chrono::steady_clock::now() > give_up)
            co_return false;
        co_await pause_between_questions();
    }
}

/// Control Center and the like may stay over the home screen. Asking for the home screen a second
/// time closes them on some phones; a surface that stays is pushed away. False where one is left.
asio::awaitable<device::result<bool>> uncover_home(const action_context& on)
{
    device::phone& phone = *on.phone;
    const auto over = co_await surface_in_front(phone);
    if (over.value_or(surface::none) == surface::none)
        co_return true;
    if (auto again = co_await press_home(phone); !again)
        co_return std::unexpected(std::move(again.error()));
    const auto gone = co_await surface_appears(phone, surface::none, on.timeout / 3);
    if (gone != false)
        co_return true;
    const auto pushed = co_await push_away(on, *over);
    if (!pushed)
        co_return std::unexpected(pushed.error());
    co_return pushed->value_or(true);
}

} // namespace

asio::awaitable<device::result<void>> press_home(device::phone& phone)
{
    const auto button = has_button(phone) ? device::button::home_button : device::button::home;
    co_return co_await press_button(phone, button);
}

asio::awaitable<device::result<std::optional<bool>>> reach_home(const action_context& on)
{
    device::phone& phone = *on.phone;
    const bool button = has_button(phone);
    const bool covered = presumed_surface(on) != surface::none;
    if (auto pressed = co_await press_home(phone); !pressed)
        co_return std::unexpected(std::move(pressed.error()));
    if (covered) { // the first press has closed no more than that
        on.opened->presumed = surface::none;
        if (auto pressed = co_await press_home(phone); !pressed) {
            pressed.error().phone = device::reached::perhaps; // the first has
            co_return std::unexpected(std::move(pressed.error()));
        }
    }
    // Asking for the home screen a second time does no harm, so that is not waited for as long.
    auto shown = co_await home_appears(on, button ? on.timeout / 3 : on.timeout);
    if (shown != false || !button || co_await alert_in_front(phone))
        co_return shown;
    if (auto asked = co_await press_button(phone, device::button::home); !asked) {
        asked.error().phone = device::reached::perhaps; // the button was pressed
        co_return std::unexpected(std::move(asked.error()));
    }
    co_return co_await home_appears(on, on.timeout);
}

asio::awaitable<action_outcome> perform_one(action_context on, link::home what)
{
    device::phone& phone = *on.phone;
    if (phone.buttons() == nullptr)
        co_return std::unexpected(unsupported(phone, link::home::name));
    if (auto refused = co_await unlock_before_home(on))
        co_return std::unexpected(std::move(*refused));
    const auto shown = co_await reach_home(on);
    if (!shown)
        co_return std::unexpected(refused_by(phone, shown.error(), what));
    if (*shown == false)
        co_return std::unexpected(not_reached(co_await alert_in_front(phone),
                                              "home_screen_not_shown",
                                              "Home was pressed; the app in front stays."));
    const auto uncovered = co_await uncover_home(on);
    if (!uncovered) {
        auto refused = refused_by(phone, uncovered.error(), what);
        refused.outcome = link::outcome::unknown;
        co_return std::unexpected(std::move(refused));
    }
    if (!*uncovered)
        co_return std::unexpected(not_reached(co_await alert_in_front(phone), "surface_stays",
                                              "What the system shows over the home screen stays "
                                              "there."));
    if (on.opened != nullptr)
        on.opened->which = surface::none;
    co_return reached_state(*shown);
}

} // namespace thimble::daemon
