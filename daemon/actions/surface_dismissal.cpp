#include "daemon/actions/surface_dismissal.hpp"

#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/system_touch.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds unseen_animation{600};

} // namespace

asio::awaitable<device::result<std::optional<bool>>> push_away(const action_context& on,
                                                               surface in_front)
{
    device::phone& phone = *on.phone;
    const bool swipes = bottom_edge_of(phone) == gesture::bottom_edge::home_indicator;
    auto pushed = swipes ? co_await play_swipe(phone, gesture::dismiss_swipe)
                         : co_await press_button(phone, device::button::home_button);
    if (!pushed)
        co_return std::unexpected(std::move(pushed.error()));
    auto gone = co_await surface_appears(phone, surface::none, on.timeout);
    if (gone != false || !swipes || !can_drag_natively(phone))
        co_return gone;
    if (co_await surface_in_front(phone) != in_front)
        co_return gone;
    pushed = co_await drag_natively(phone, gesture::dismiss_swipe);
    if (!pushed) {
        pushed.error().phone = device::reached::perhaps; // the first has been made
        co_return std::unexpected(std::move(pushed.error()));
    }
    co_return co_await surface_appears(phone, surface::none, on.timeout);
}

surface presumed_surface(const action_context& on)
{
    return on.opened == nullptr ? surface::none : on.opened->presumed;
}

asio::awaitable<void> wait_unseen_animation()
{
    co_await pause_between_questions(unseen_animation);
}

asio::awaitable<device::result<void>> push_presumed_away(const action_context& on)
{
    const auto over = presumed_surface(on);
    if (over == surface::none)
        co_return device::result<void>{};
    on.opened->presumed = surface::none;
    if (auto away = co_await push_away(on, over); !away)
        co_return std::unexpected(std::move(away.error()));
    co_await wait_unseen_animation();
    co_return device::result<void>{};
}

} // namespace thimble::daemon
