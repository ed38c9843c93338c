// Touches at a place.
#include "service/actions/touch_fields.hpp"

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

description touch_described(std::string summary)
{
    return {.in = chapter::touches, .summary = std::move(summary), .answers = {}};
}

template <class Touch>
action_row row_at_place(std::string summary)
{
    action_row row{.name = std::string(Touch::name),
                   .body = {x(), y()},
                   .make = make_at_place<Touch>,
                   .documented_as = touch_described(std::move(summary))};
    std::ranges::move(fields_of<Touch>(), std::back_inserter(row.body));
    return row;
}

template <class Drag>
action_row row_of_drag(std::string summary)
{
    action_row row{.name = std::string(Drag::name),
                   .body = {coordinate("from_x", axis::x).means("Where the finger comes down."),
                            coordinate("from_y", axis::y).means("Where the finger comes down."),
                            coordinate("to_x", axis::x).means("Where the finger lifts."),
                            coordinate("to_y", axis::y).means("Where the finger lifts.")},
                   .make = make_drag<Drag>,
                   .documented_as = touch_described(std::move(summary))};
    std::ranges::move(fields_of<Drag>(), std::back_inserter(row.body));
    return row;
}

} // namespace

parameter x()
{
    return coordinate("x", axis::x).means("Pixels of the screenshot from its left edge.");
}

parameter y()
{
    return coordinate("y", axis::y).means("Pixels of the screenshot from its top edge.");
}

std::vector<action_row> touch_rows()
{
    return {row_at_place<link::tap>("Tap"),
            row_at_place<link::double_tap>("Tap twice"),
            row_at_place<link::triple_tap>("Tap three times"),
            row_at_place<link::tap_and_hold>("Touch and hold"),
            row_at_place<link::flick>("Flick: quick, and what it moves goes on by momentum"),
            row_at_place<link::pan>("Pan: slow, and what it moves stops with the finger"),
            row_of_drag<link::drag>("Drag from one place to another"),
            row_of_drag<link::hold_and_drag>("Hold until it lifts, then drag and drop"),
            row_at_place<link::pinch>("Pinch or rotate with two fingers")};
}

} // namespace thimble::service::api
