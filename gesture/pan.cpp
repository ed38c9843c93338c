#include "gesture/pan.hpp"

namespace thimble::gesture {

shaped_path pan(point from, direction towards, std::chrono::milliseconds takes, bounds panel)
{
    const line way = line_towards(from, towards, pan_length, panel);
    const contact finger{{{.at = std::chrono::milliseconds{0}, .where = way.from},
                          {.at = takes, .where = way.to},
                          {.at = takes + rest_before_lift, .where = way.to}}};
    return {.path = {{finger}}, .shaped = way.shaped};
}

} // namespace thimble::gesture
