// Touches at a place.
#include "service/api/action_row.hpp"

namespace thimble::service::api {

namespace {

parameter direction()
{
    return choice("direction", {"up", "down", "left", "right"}).needed();
}

template <class Touch>
result<link::action> make_at_place(const arguments& given)
{
    return Touch{.x = given.small_integer("x"), .y = given.small_integer("y")};
}

result<link::action> make_flick(const arguments& given)
{
    return link::flick{.x = given.small_integer("x"),
                       .y = given.small_integer("y"),
                       .towards = *link::parse_direction(given.text("direction"))};
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
    return {
        {.name = "tap", .body = {x(), y()}, .make = make_at_place<link::tap>},
        {.name = "flick", .body = {x(), y(), direction()}, .make = make_flick},
    };
}

} // namespace thimble::service::api
