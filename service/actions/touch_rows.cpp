// Touches at a place.
#include "service/actions/ref_fields.hpp"
#include "service/actions/touch_fields.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

namespace {

/// At a place, or at an element that was read before.
template <class Touch>
result<link::action> make_at_place(const known_phone& phone, const arguments& given)
{
    auto touch = touch_of<Touch>(given);
    auto element = element_given(phone, given, "ref");
    if (!element)
        return std::unexpected(std::move(element.error()));
    if (*element)
        return link::touch_ref{
            .at = (*element)->seen, .to = {}, .held = (*element)->held, .what = touch};
    touch.x = given.small_integer("x");
    touch.y = given.small_integer("y");
    return touch;
}

/// Either end may be an element.
template <class Drag>
result<link::action> make_drag(const known_phone& phone, const arguments& given)
{
    auto drag = touch_of<Drag>(given);
    auto from = element_given(phone, given, "from_ref");
    if (!from)
        return std::unexpected(std::move(from.error()));
    auto to = element_given(phone, given, "to_ref");
    if (!to)
        return std::unexpected(std::move(to.error()));
    if (!*from) {
        drag.from_x = given.small_integer("from_x");
        drag.from_y = given.small_integer("from_y");
    }
    if (!*to) {
        drag.to_x = given.small_integer("to_x");
        drag.to_y = given.small_integer("to_y");
    }
    if (!*from && !*to)
        return drag;
    link::touch_ref out{.at = {}, .to = {}, .held = true, .what = drag};
    for (const auto& [end, given_end] : {std::pair(&out.at, &*from), std::pair(&out.to, &*to)})
        if (*given_end) {
            *end = (*given_end)->seen;
            out.held = out.held && (*given_end)->held;
        }
    return out;
}

description touch_described(std::string summary)
{
    return {.in = chapter::touches, .summary = std::move(summary), .answers = {}};
}

constexpr auto at_ref = "An element that was read before: its middle, instead of `x` and `y`.";

parameter from(std::string name, axis along)
{
    return coordinate(std::move(name), along)
        .needed_unless("from_ref")
        .means("Where the finger comes down.");
}

parameter to(std::string name, axis along)
{
    return coordinate(std::move(name), along)
        .needed_unless("to_ref")
        .means("Where the finger lifts.");
}

template <class Touch>
action_row row_at_place(std::string summary)
{
    action_row row{
        .name = std::string(Touch::name),
        .body = {x().needed_unless("ref"), y().needed_unless("ref"), ref_field("ref", at_ref)},
        .make_for = make_at_place<Touch>,
        .documented_as = touch_described(std::move(summary))};
    std::ranges::move(fields_of<Touch>(), std::back_inserter(row.body));
    return row;
}

template <class Drag>
action_row row_of_drag(std::string summary)
{
    action_row row{.name = std::string(Drag::name),
                   .body = {from("from_x", axis::x), from("from_y", axis::y), to("to_x", axis::x),
                            to("to_y", axis::y),
                            ref_field("from_ref", "The element where the finger comes down."),
                            ref_field("to_ref", "The element where the finger lifts.")},
                   .make_for = make_drag<Drag>,
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
