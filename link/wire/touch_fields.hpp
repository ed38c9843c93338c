// The fields of touches: where they are, and beside that how they are made.
#pragma once

#include "link/limits.hpp"
#include "link/touch_actions.hpp"
#include "link/wire/bounds.hpp"

#include <concepts>
#include <type_traits>

namespace thimble::link::wire {

/// A struct that is read into, or the same as const that is written.
template <class Type, class Struct>
concept is = std::same_as<std::remove_const_t<Type>, Struct>;

template <class Type>
concept one_finger_at_a_place = is<Type, tap> || is<Type, double_tap> || is<Type, triple_tap>;

template <class Type>
concept at_one_place = one_finger_at_a_place<Type> || is<Type, tap_and_hold> || is<Type, flick> ||
                       is<Type, pan> || is<Type, pinch>;

template <class Type>
concept between_two_places = is<Type, drag> || is<Type, hold_and_drag>;

inline constexpr whole a_coordinate{.least = 0, .most = limits::pixels};
inline constexpr whole a_duration{.least = 0, .most = limits::touch_ms};

void describe_manner(auto& /*fields*/, one_finger_at_a_place auto& /*what*/) {}

void describe_manner(auto& fields, is<tap_and_hold> auto& what)
{
    fields.field("duration_ms", what.duration, a_duration);
}

void describe_manner(auto& fields, is<flick> auto& what)
{
    fields.field("direction", what.towards);
}

void describe_manner(auto& fields, is<pan> auto& what)
{
    fields.field("direction", what.towards);
    fields.field("duration_ms", what.duration, a_duration);
}

void describe_manner(auto& fields, is<drag> auto& what)
{
    fields.field("speed", what.speed);
}

void describe_manner(auto& fields, is<hold_and_drag> auto& what)
{
    fields.field("hold_duration_ms", what.hold, a_duration);
    fields.field("speed", what.speed);
}

void describe_manner(auto& fields, is<pinch> auto& what)
{
    fields.field("kind", what.kind);
    fields.field("duration_ms", what.duration, a_duration);
}

void describe(auto& fields, at_one_place auto& what)
{
    fields.field("x", what.x, a_coordinate);
    fields.field("y", what.y, a_coordinate);
    describe_manner(fields, what);
}

void describe(auto& fields, between_two_places auto& what)
{
    fields.field("from_x", what.from_x, a_coordinate);
    fields.field("from_y", what.from_y, a_coordinate);
    fields.field("to_x", what.to_x, a_coordinate);
    fields.field("to_y", what.to_y, a_coordinate);
    describe_manner(fields, what);
}

} // namespace thimble::link::wire
