// Panels and places on them to try every gesture at.
#pragma once

#include "gesture/panel.hpp"

#include <chrono>
#include <cmath>
#include <random>

namespace thimble::gesture {

/// The same sequence in every run, so that a failure comes back.
class random_places {
public:
    /// From a small window to a large tablet, standing or lying.
    bounds panel()
    {
        return {.width = std::round(between(120, 1400)), .height = std::round(between(120, 1400))};
    }

    /// Anywhere on the panel; now and then exactly at one of its edges.
    point on(bounds panel) { return {.x = along(panel.width), .y = along(panel.height)}; }

    std::chrono::milliseconds time(int most)
    {
        return std::chrono::milliseconds(std::uniform_int_distribution(1, most)(numbers_));
    }

private:
    double between(double low, double high)
    {
        return std::uniform_real_distribution(low, high)(numbers_);
    }

    double along(double edge)
    {
        const double where = between(-0.1, 1.1);
        return where <= 0 ? 0.01 : where >= 1 ? edge - 0.01 : where * edge;
    }

    std::mt19937 numbers_{20'240'607};
};

} // namespace thimble::gesture
