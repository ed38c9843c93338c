// Fields of a touch beside its place: the same ones at a place and at an element.
#pragma once

#include "service/actions/action_row.hpp"

#include <chrono>
#include <concepts>
#include <vector>

namespace thimble::service::api {

/// Milliseconds. A hold or a pan may be long, two fingers would tire.
constexpr int longest_touch = 30'000;
constexpr int longest_pinch = 10'000;

template <class Touch>
concept with_duration = requires(Touch what) { what.duration; };
template <class Touch>
concept with_direction = requires(Touch what) { what.towards; };
template <class Touch>
concept with_hold = requires(Touch what) { what.hold; };
template <class Touch>
concept with_speed = requires(Touch what) { what.speed; };

/// The fields of one kind of touch. Their defaults are those of the link.
template <class Touch>
std::vector<parameter> fields_of()
{
    constexpr bool is_pinch = std::same_as<Touch, link::pinch>;
    std::vector<parameter> fields;
    if constexpr (is_pinch)
        fields.push_back(choice("action", {"pinch_in", "pinch_out", "rotate_cw", "rotate_ccw"})
                             .needed()
                             .typed_as("KIND")
                             .means("What two fingers do about the place; pinch_out zooms in."));
    if constexpr (with_direction<Touch>)
        fields.push_back(choice("direction", {"up", "down", "left", "right"})
                             .needed()
                             .means("The way the finger moves: up moves further down a list."));
    if constexpr (with_duration<Touch>)
        fields.push_back(integer("duration_ms", 1, is_pinch ? longest_pinch : longest_touch)
                             .otherwise(Touch{}.duration.count())
                             .means("Milliseconds from touching the glass to leaving it."));
    if constexpr (with_hold<Touch>)
        fields.push_back(integer("hold_duration_ms", 0, longest_touch)
                             .otherwise(Touch{}.hold.count())
                             .typed_as("HOLD_MS")
                             .means("Milliseconds that the finger rests before it moves."));
    if constexpr (with_speed<Touch>)
        fields.push_back(choice("speed", {"slow", "medium", "fast"})
                             .otherwise(link::to_string(Touch{}.speed))
                             .means("How fast the finger moves."));
    return fields;
}

/// The touch that these arguments describe; its coordinates are left at zero.
template <class Touch>
Touch touch_of(const arguments& given)
{
    Touch what;
    if constexpr (std::same_as<Touch, link::pinch>)
        what.kind = *link::parse_pinch_kind(given.text("action"));
    if constexpr (with_direction<Touch>)
        what.towards = *link::parse_direction(given.text("direction"));
    if constexpr (with_duration<Touch>)
        what.duration = std::chrono::milliseconds(given.integer("duration_ms"));
    if constexpr (with_hold<Touch>)
        what.hold = std::chrono::milliseconds(given.integer("hold_duration_ms"));
    if constexpr (with_speed<Touch>)
        what.speed = *link::parse_speed(given.text("speed"));
    return what;
}

} // namespace thimble::service::api
