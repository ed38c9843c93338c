// The surfaces of the system: shown where they are not, and looked for afterwards.
#include "daemon/actions/home.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/actions/surface_dismissal.hpp"
#include "daemon/actions/system_touch.hpp"
#include "daemon/report/refusals.hpp"
#include "gesture/keys.hpp"

#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

using opening = asio::awaitable<device::result<void>> (*)(const action_context& on);

/// A surface, how it is opened, the other way of doing that where there is one, and what is said
/// when it does not show.
struct wanted_surface {
    surface which;
    opening open;
    opening open_natively; // or nullptr
    std::string_view cause;
    std::string_view message;
};

asio::awaitable<device::result<void>> open_switcher(const action_context& on)
{
    device::phone& phone = *on.phone;
    if (bottom_edge_of(phone) == gesture::bottom_edge::home_indicator)
        co_return co_await play_swipe(phone, gesture::app_switcher);
    device::button_presser* buttons = phone.buttons();
    if (buttons == nullptr)
        co_return std::unexpected(no_buttons());
    co_return co_await buttons->press_twice(device::button::home_button);
}

asio::awaitable<device::result<void>> drag_switcher_in(const action_context& on)
{
    co_return co_await drag_natively(*on.phone, gesture::app_switcher);
}

swipe swipe_to_control_center(const device::phone& phone)
{
    const auto edge = bottom_edge_of(phone);
    return [edge](gesture::bounds panel) { return gesture::control_center(panel, edge); };
}

asio::awaitable<device::result<void>> open_control_center(const action_context& on)
{
    co_return co_await play_swipe(*on.phone, swipe_to_control_center(*on.phone));
}

asio::awaitable<device::result<void>> drag_control_center_in(const action_context& on)
{
    co_return co_await drag_natively(*on.phone, swipe_to_control_center(*on.phone));
}

asio::awaitable<device::result<void>> open_notifications(const action_context& on)
{
    co_return co_await play_swipe(*on.phone, gesture::notification_center);
}

asio::awaitable<device::result<void>> drag_notifications_in(const action_context& on)
{
    co_return co_await drag_natively(*on.phone, gesture::notification_center);
}

/// Spotlight is a surface of the home screen alone: in an app the same swipe is a touch.
asio::awaitable<device::result<void>> open_spotlight(const action_context& on)
{
    const auto home = co_await reach_home(on);
    if (!home)
        co_return std::unexpected(home.error());
    if (!*home)
        co_await wait_unseen_animation();
    auto swiped = co_await play_swipe(*on.phone, gesture::spotlight);
    if (!swiped)
        swiped.error().phone = device::reached::perhaps; // home was pressed
    co_return swiped;
}

/// The surface in front as soon as it is the wanted one, or else once it has stayed the same for
/// longer than the system's animations take; nothing where the phone cannot be asked.
asio::awaitable<std::optional<surface>> surface_settles(const action_context& on, surface wanted)
{
    using std::chrono::steady_clock;
    std::optional<surface> last;
    auto since = steady_clock::now();
    const auto give_up = since + on.timeout;
    for (;;) {
        const auto began = steady_clock::now();
        const auto seen = co_await surface_in_front(*on.phone);
        if (!seen || *seen == wanted)
            co_return seen;
        const auto now = steady_clock::now();
        if (std::exchange(last, seen) != seen)
            since = now;
        if (now - since >= on.timeout / 3 || now > give_up)
            co_return seen;
        co_await pause_between_questions(now - began);
    }
}

/// True if a gesture may be made a second time: it has closed the surface that was in front before,
/// and nothing else, or it has had no effect and that surface has been pushed away since.
asio::awaitable<device::result<bool>>
is_uncovered(const action_context& on, surface before, std::optional<surface> seen)
{
    if (seen == surface::none)
        co_return true;
    if (seen != before)
        co_return false;
    const auto gone = co_await push_away(on, before);
    if (!gone)
        co_return std::unexpected(gone.error());
    co_return gone->value_or(false);
}

/// Result for a surface that has shown (true), or not (false), or nobody knows.
asio::awaitable<action_outcome>
judge(device::phone& phone, std::optional<bool> shown, const wanted_surface& wanted)
{
    if (shown == false)
        co_return std::unexpected(
            not_reached(co_await alert_in_front(phone), wanted.cause, std::string(wanted.message)));
    co_return reached_state(shown);
}

/// Looks for the surface after it was asked for.
asio::awaitable<action_outcome> see(action_context on, const wanted_surface& wanted)
{
    const auto shown = co_await surface_appears(*on.phone, wanted.which, on.timeout);
    co_return co_await judge(*on.phone, shown, wanted);
}

/// Over another surface, which may take the first gesture for one that closes it.
asio::awaitable<action_outcome>
show_over(action_context on, link::action what, wanted_surface wanted, surface before)
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

/// True if a swipe may be made again as a native drag: what was in front before is in front still,
/// as far as the phone tells, and no alert keeps the surface away.
asio::awaitable<bool> had_no_effect(device::phone& phone,
                                    const std::optional<std::string>& front_before)
{
    if (!front_before || co_await alert_in_front(phone))
        co_return false;
    if (co_await surface_in_front(phone) != surface::none)
        co_return false;
    co_return co_await app_in_front(phone) == front_before;
}

/// Over none: swiped for, and dragged for where the swipe is seen to have had no effect, as with an
/// app that takes it for a touch of its own.
asio::awaitable<action_outcome>
show_over_none(action_context on, link::action what, wanted_surface wanted)
{
    device::phone& phone = *on.phone;
    const bool has_other_way = wanted.open_natively != nullptr && can_drag_natively(phone);
    const auto front = has_other_way ? co_await app_in_front(phone) : std::nullopt;
    const auto opened = co_await wanted.open(on);
    if (!opened)
        co_return std::unexpected(refused_by(phone, opened.error(), what));
    const auto shown = co_await surface_appears(phone, wanted.which, on.timeout);
    const bool again = shown == false && has_other_way && co_await had_no_effect(phone, front);
    if (!again)
        co_return co_await judge(phone, shown, wanted);
    if (const auto dragged = co_await wanted.open_natively(on); !dragged) {
        auto refused = refused_by(phone, dragged.error(), what);
        refused.outcome = link::outcome::unknown; // the swipe has been made
        co_return std::unexpected(std::move(refused));
    }
    co_return co_await see(std::move(on), wanted);
}

bool is_in_the_way(surface presumed, surface wanted)
{
    return presumed != wanted && wanted != surface::spotlight; // which begins at the home screen
}

asio::awaitable<action_outcome>
bring_up(action_context on, link::action what, wanted_surface wanted)
{
    device::phone& phone = *on.phone;
    if (phone.touches() == nullptr)
        co_return std::unexpected(unsupported(phone, link::name_of(what)));
    const auto before = co_await surface_in_front(phone);
    if (before == wanted.which)
        co_return reached_state(true);
    if (!before && is_in_the_way(presumed_surface(on), wanted.which))
        if (const auto uncovered = co_await push_presumed_away(on); !uncovered)
            co_return std::unexpected(refused_by(phone, uncovered.error(), what));
    if (before.value_or(surface::none) == surface::none)
        co_return co_await show_over_none(std::move(on), std::move(what), wanted);
    const auto opened = co_await wanted.open(on);
    if (!opened)
        co_return std::unexpected(refused_by(phone, opened.error(), what));
    co_return co_await show_over(std::move(on), std::move(what), wanted, *before);
}

/// From then on elements are looked for in the surface that was seen in front.
asio::awaitable<action_outcome> show(action_context on, link::action what, wanted_surface wanted)
{
    const auto opened = on.opened;
    auto done = co_await bring_up(std::move(on), std::move(what), wanted);
    if (opened == nullptr || !done || !done->receipt)
        co_return done;
    if (done->receipt->verified == true)
        opened->which = wanted.which;
    else if (!done->receipt->verified)
        opened->presumed = wanted.which;
    co_return done;
}

/// No surface is in front any more.
action_result left_surface(const action_context& on, std::optional<bool> seen)
{
    if (on.opened != nullptr)
        on.opened->which = surface::none;
    return reached_state(seen);
}

/// The key closes Spotlight alone. In an app the swipe that closes the others would leave it.
asio::awaitable<action_outcome> leave_presumed(action_context on)
{
    if (presumed_surface(on) == surface::spotlight)
        on.opened->presumed = surface::none;
    if (const auto gone = co_await push_presumed_away(on); !gone) {
        auto refused = refused_by(*on.phone, gone.error(), link::escape{});
        refused.outcome = link::outcome::unknown; // the key was pressed
        co_return std::unexpected(std::move(refused));
    }
    co_return left_surface(on, std::nullopt);
}

} // namespace

asio::awaitable<action_outcome> perform_one(action_context on, link::spotlight what)
{
    co_return co_await show(std::move(on), what,
                            {.which = surface::spotlight,
                             .open = open_spotlight,
                             .open_natively = nullptr,
                             .cause = "spotlight_not_shown",
                             .message = "The home screen was swiped down; no search has shown."});
}

asio::awaitable<action_outcome> perform_one(action_context on, link::app_switcher what)
{
    const bool swipes = bottom_edge_of(*on.phone) == gesture::bottom_edge::home_indicator;
    co_return co_await show(std::move(on), what,
                            {.which = surface::app_switcher,
                             .open = open_switcher,
                             .open_natively = swipes ? drag_switcher_in : nullptr,
                             .cause = "app_switcher_not_shown",
                             .message = "The app switcher was asked for and has not shown."});
}

asio::awaitable<action_outcome> perform_one(action_context on, link::control_center what)
{
    co_return co_await show(std::move(on), what,
                            {.which = surface::control_center,
                             .open = open_control_center,
                             .open_natively = drag_control_center_in,
                             .cause = "control_center_not_shown",
                             .message = "Control Center was swiped for and has not shown."});
}

asio::awaitable<action_outcome> perform_one(action_context on, link::notification_center what)
{
    co_return co_await show(std::move(on), what,
                            {.which = surface::notification_center,
                             .open = open_notifications,
                             .open_natively = drag_notifications_in,
                             .cause = "notification_center_not_shown",
                             .message = "The notifications were swiped for and have not shown."});
}

asio::awaitable<action_outcome> perform_one(action_context on, link::escape what)
{
    device::phone& phone = *on.phone;
    device::key_presser* keys = phone.keys();
    if (keys == nullptr)
        co_return std::unexpected(unsupported(phone, link::escape::name));
    const auto pressed = co_await keys->press({.usage = *gesture::key_usage("escape")});
    if (!pressed)
        co_return std::unexpected(refused_by(phone, pressed.error(), what));
    const auto left = co_await surface_in_front(phone);
    if (!left)
        co_return co_await leave_presumed(std::move(on));
    if (left == surface::none)
        co_return left_surface(on, true);
    const auto gone = co_await push_away(on, *left);
    if (!gone) {
        auto refused = refused_by(phone, gone.error(), what);
        refused.outcome = link::outcome::unknown; // the key was pressed
        co_return std::unexpected(std::move(refused));
    }
    if (*gone == false)
        co_return std::unexpected(not_reached(co_await alert_in_front(phone), "surface_stays",
                                              "What the system shows in front stays there."));
    co_return left_surface(on, *gone);
}

} // namespace thimble::daemon
