#include "virtualphone/hid/touchscreen.hpp"

namespace thimble::virtualphone::hid {
namespace {

constexpr double largest_position = 0xFFFF;

} // namespace

/// The interface lies on the panel turned against the clock by as much as the panel would have to
/// be turned with it to be upright.
place on_interface(const contact& where, const operating_system& os)
{
    const double x = where.x / largest_position;
    const double y = where.y / largest_position;
    const auto place_of = [&](double across, double down) {
        return place{.x = across * os.width_pt(), .y = down * os.height_pt()};
    };
    switch (os.interface_orientation()) {
    case turned::landscape_left:
        return place_of(y, 1 - x);
    case turned::landscape_right:
        return place_of(1 - y, x);
    case turned::upside_down:
        return place_of(1 - x, 1 - y);
    case turned::portrait:
        break;
    }
    return place_of(x, y);
}

void touchscreen::take(const touch_report& report, operating_system& os, milliseconds now)
{
    if (os.fingers_down().empty())
        clock_.begin_anew();
    const milliseconds at = clock_.read(report.nanoseconds, now);
    const milliseconds reported =
        std::chrono::duration<double, std::nano>(static_cast<double>(report.nanoseconds));
    for (const contact& each : report.contacts) {
        const bool down = os.fingers_down().contains(each.identity);
        const place where = on_interface(each, os);
        if (each.touching)
            os.touch(each.identity, down ? touch_phase::move : touch_phase::down, where, at,
                     reported);
        else if (down)
            os.touch(each.identity, touch_phase::up, where, at, reported);
    }
}

} // namespace thimble::virtualphone::hid
