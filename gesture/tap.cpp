#include "gesture/tap.hpp"

namespace thimble::gesture {

touch_path tap(point where)
{
    const contact finger{
        {{.at = std::chrono::milliseconds{0}, .where = where}, {.at = tap_hold, .where = where}}};
    return {{finger}};
}

} // namespace thimble::gesture
