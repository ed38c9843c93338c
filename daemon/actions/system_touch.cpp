#include "daemon/actions/system_touch.hpp"

#include "daemon/actions/state.hpp"
#include "device/product_names.hpp"

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

} // namespace

gesture::bottom_edge bottom_edge_of(const device::phone& phone)
{
    return device::has_home_button(phone.facts().product_type)
               ? gesture::bottom_edge::home_button
               : gesture::bottom_edge::home_indicator;
}

boost::asio::awaitable<device::result<void>> play_swipe(device::phone& phone, swipe made_for)
{
    for (int attempt = 1;; ++attempt) {
        device::touch_player* touches = phone.touches();
        if (touches == nullptr)
            co_return std::unexpected(no_touch());
        const auto shown = phone.facts().interface;
        if (!shown)
            co_return std::unexpected(no_size());
        const auto path = made_for({.width = shown->size.width, .height = shown->size.height});
        auto played = co_await touches->play(path, *shown);
        const bool turned = !played && played.error().what == device::problem::stale_frame;
        if (!turned || attempt == most_attempts)
            co_return played;
        if (attempt > 1) // the first refusal has told how it stands by now
            co_await pause_between_questions();
    }
}

} // namespace thimble::daemon
