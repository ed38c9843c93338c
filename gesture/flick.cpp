#include "gesture/flick.hpp"

namespace thimble::gesture {

shaped_path flick(point from, direction towards, bounds panel)
{
    const line way = line_towards(from, towards, flick_length, panel);
    const contact finger{{{.at = std::chrono::milliseconds{0}, .where = way.from},
                          {.at = flick_time, .where = way.to}}};
    return {.path = {{finger}}, .shaped = way.shaped};
}

} // namespace thimble::gesture
