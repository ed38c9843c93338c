// Touches at a place.
#include "daemon/debug_forms/touch_words.hpp"

#include <array>

namespace thimble::daemon {

namespace {

/// X and Y, and whatever else this kind of touch is told.
template <class Touch>
parsed_action read_at_place(words arguments)
{
    const auto x = parse_pixel("X", arguments[0]);
    const auto y = parse_pixel("Y", arguments[1]);
    if (!x || !y)
        return std::unexpected(x ? y.error() : x.error());
    auto touch = read_touch<Touch>(arguments.subspan(2));
    if (!touch)
        return std::unexpected(touch.error());
    touch->x = *x;
    touch->y = *y;
    return plain(*touch);
}

/// FROM_X, FROM_Y, TO_X and TO_Y, and whatever else.
template <class Drag>
parsed_action read_drag(words arguments)
{
    constexpr std::array names{"FROM_X", "FROM_Y", "TO_X", "TO_Y"};
    std::array<int, names.size()> pixels{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto pixel = parse_pixel(names.at(i), arguments[i]);
        if (!pixel)
            return std::unexpected(pixel.error());
        pixels.at(i) = *pixel;
    }
    auto drag = read_touch<Drag>(arguments.subspan(names.size()));
    if (!drag)
        return std::unexpected(drag.error());
    drag->from_x = pixels[0];
    drag->from_y = pixels[1];
    drag->to_x = pixels[2];
    drag->to_y = pixels[3];
    return plain(*drag);
}

constexpr std::array touch_form_table{
    form{.name = "tap",
         .arguments = "X Y",
         .effect = "Tap at a place",
         .read = read_at_place<link::tap>},
    form{.name = "double-tap",
         .arguments = "X Y",
         .effect = "Tap twice",
         .read = read_at_place<link::double_tap>},
    form{.name = "triple-tap",
         .arguments = "X Y",
         .effect = "Tap three times",
         .read = read_at_place<link::triple_tap>},
    form{.name = "tap-and-hold",
         .arguments = "X Y [DURATION_MS]",
         .effect = "Hold a finger at a place; 1000 ms unless told",
         .read = read_at_place<link::tap_and_hold>},
    form{.name = "flick",
         .arguments = "X Y DIRECTION",
         .effect = "Flick up, down, left or right; 'swipe' is the same",
         .read = read_at_place<link::flick>},
    form{.name = "pan",
         .arguments = "X Y DIRECTION [DURATION_MS]",
         .effect = "Move slowly and stop; 500 ms unless told",
         .read = read_at_place<link::pan>},
    form{.name = "drag",
         .arguments = "FROM_X FROM_Y TO_X TO_Y [SPEED]",
         .effect = "Drag from a place to another: slow, medium (unless told) or fast",
         .read = read_drag<link::drag>},
    form{.name = "hold-and-drag",
         .arguments = "FROM_X FROM_Y TO_X TO_Y [HOLD_MS] [SPEED]",
         .effect = "Hold first, 500 ms unless told, then drag",
         .read = read_drag<link::hold_and_drag>},
    form{.name = "pinch",
         .arguments = "X Y KIND [DURATION_MS]",
         .effect = "pinch_in, pinch_out, rotate_cw or rotate_ccw; 1000 ms unless told",
         .read = read_at_place<link::pinch>},
};

} // namespace

std::span<const form> touch_forms()
{
    return touch_form_table;
}

} // namespace thimble::daemon
