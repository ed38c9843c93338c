// Bodies of touches: a place, or two, with what else the action takes.
#pragma once

#include "tests/e2e/driven_phone.hpp"

namespace thimble::e2e {

inline nlohmann::json at(pixel where, const nlohmann::json& more = nlohmann::json::object())
{
    nlohmann::json body{{"x", where.x}, {"y", where.y}};
    body.update(more);
    return body;
}

inline nlohmann::json
between(pixel from, pixel to, const nlohmann::json& more = nlohmann::json::object())
{
    nlohmann::json body{{"from_x", from.x}, {"from_y", from.y}, {"to_x", to.x}, {"to_y", to.y}};
    body.update(more);
    return body;
}

/// A place on the phone, in points.
struct point {
    double x = 0;
    double y = 0;
};

/// Where the centre of a pixel of the screenshot is on the phone.
inline point on_phone(const driven_phone& on, pixel where)
{
    const auto seen = on.daemon().record_of(on.phone());
    const auto facts = on.phone().facts();
    return {.x = (where.x + 0.5) * facts.at("width_pt").get<double>() / seen.at("width").get<int>(),
            .y = (where.y + 0.5) * facts.at("height_pt").get<double>() /
                 seen.at("height").get<int>()};
}

} // namespace thimble::e2e
