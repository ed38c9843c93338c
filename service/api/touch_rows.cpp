// Touches at a place.
#include "service/api/touch_fields.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

namespace {

template <class Touch>
result<link::action> make_at_place(const arguments& given)
{
    auto touch = touch_of<Touch>(given);
    touch.x = given.small_integer("x");
    touch.y = given.small_integer("y");
    return touch;
}

template <class Drag>
result<link::action> make_drag(const arguments& given)
{
    auto drag = touch_of<Drag>(given);
    drag.from_x = given.small_integer("from_x");
    drag.from_y = given.small_integer("from_y");
    drag.to_x = given.small_integer("to_x");
    drag.to_y = given.small_integer("to_y");
    return drag;
}

template <class Touch>
action_row row_at_place()
{
    action_row row{
        .name = std::string(Touch::name), .body = {x(), y()}, .make = make_at_place<Touch>};
    std::ranges::move(fields_of<Touch>(), std::back_inserter(row.body));
    return row;
}

template <class Drag>
action_row row_of_drag()
{
    action_row row{.name = std::string(Drag::name),
                   .body = {coordinate("from_x", axis::x), coordinate("from_y", axis::y),
                            coordinate("to_x", axis::x), coordinate("to_y", axis::y)},
                   .make = make_drag<Drag>};
    std::ranges::move(fields_of<Drag>(), std::back_inserter(row.body));
    return row;
}

} // namespace

parameter x()
{
    return coordinate("x", axis::x);
}

parameter y()
{
    return coordinate("y", axis::y);
}

std::vector<action_row> touch_rows()
{
    return {row_at_place<link::tap>(),        row_at_place<link::double_tap>(),
            row_at_place<link::triple_tap>(), row_at_place<link::tap_and_hold>(),
            row_at_place<link::flick>(),      row_at_place<link::pan>(),
            row_of_drag<link::drag>(),        row_of_drag<link::hold_and_drag>(),
            row_at_place<link::pinch>()};
}

} // namespace thimble::service::api
