// Maps in front, as it is when it starts: near by once, north up.
#pragma once

#include "tests/e2e/effects/places.hpp"

namespace thimble::e2e {

class map_view {
public:
    explicit map_view(const driven_phone& on) : on_(on)
    {
        on_.open(app::maps);
        on_.act("tap", at(on_.middle_of("Tracking")));
        REQUIRE(zoom() == 1);
        REQUIRE(rotation() == 0);
    }

    double zoom() const { return on_.state_of(app::maps).at("zoom").get<double>(); }
    double rotation() const { return on_.state_of(app::maps).at("rotation").get<double>(); }

    /// In points of a map that is not zoomed.
    point centre() const
    {
        const auto centre = on_.state_of(app::maps).at("centre");
        return {.x = centre.at("x").get<double>(), .y = centre.at("y").get<double>()};
    }

private:
    const driven_phone& on_;
};

} // namespace thimble::e2e
