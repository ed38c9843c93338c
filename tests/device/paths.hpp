// Touch paths for tests.
#pragma once

#include "gesture/touch_path.hpp"

namespace thimble::tests {

inline gesture::touch_path hold_at(double x, double y, std::chrono::milliseconds duration)
{
    return {{{{{.at = std::chrono::milliseconds(0), .where = {.x = x, .y = y}},
               {.at = duration, .where = {.x = x, .y = y}}}}}};
}

inline gesture::touch_path tap_at(double x, double y)
{
    return hold_at(x, y, std::chrono::milliseconds(50));
}

} // namespace thimble::tests
