#include "gesture/tap.hpp"

namespace thimble::gesture {

namespace {

using std::chrono::milliseconds;

contact press(point where, milliseconds from, milliseconds hold)
{
    return {{{.at = from, .where = where}, {.at = from + hold, .where = where}}};
}

touch_path series(point where, int taps)
{
    touch_path path;
    for (int i = 0; i < taps; ++i)
        path.contacts.push_back(press(where, i * (tap_hold + tap_gap), tap_hold));
    return path;
}

} // namespace

touch_path tap(point where)
{
    return series(where, 1);
}

touch_path double_tap(point where)
{
    return series(where, 2);
}

touch_path triple_tap(point where)
{
    return series(where, 3);
}

touch_path tap_and_hold(point where, milliseconds hold)
{
    return {{press(where, milliseconds{0}, hold)}};
}

} // namespace thimble::gesture
