// Touches at a place.
#include "daemon/debug_forms/form.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>

namespace thimble::daemon {

namespace {

template <class Touch>
parsed_action read_at_place(words arguments)
{
    const auto x = parse_pixel("X", arguments[0]);
    const auto y = parse_pixel("Y", arguments[1]);
    if (!x || !y)
        return std::unexpected(x ? y.error() : x.error());
    return plain(Touch{.x = *x, .y = *y});
}

parsed_action read_flick(words arguments)
{
    const auto x = parse_pixel("X", arguments[0]);
    const auto y = parse_pixel("Y", arguments[1]);
    const auto towards = link::parse_direction(arguments[2]);
    if (!x || !y)
        return std::unexpected(x ? y.error() : x.error());
    if (!towards)
        return std::unexpected(
            fmt::format("DIRECTION is '{}'; it must be up, down, left or right", arguments[2]));
    return plain(link::flick{.x = *x, .y = *y, .towards = *towards});
}

constexpr std::array forms{
    form{.name = "tap",
         .arguments = "X Y",
         .effect = "Tap at a place",
         .read = read_at_place<link::tap>},
    form{.name = "flick",
         .arguments = "X Y DIRECTION",
         .effect = "Flick up, down, left or right; 'swipe' is the same",
         .read = read_flick},
};

} // namespace

std::span<const form> touch_forms()
{
    return forms;
}

} // namespace thimble::daemon
