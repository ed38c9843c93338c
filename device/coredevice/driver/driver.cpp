#include "device/coredevice/driver/driver.hpp"

namespace thimble::device::coredevice {

/// A picture shows whether the phone lies on a side, and the last turn on which one; by itself
/// neither is enough.
std::optional<screen::interface> driver::interface() const
{
    const auto& picture = tunnel_.picture_size();
    const auto& panel = tunnel_.panel();
    const double scale = panel ? panel->point_scale.value_or(0) : 0;
    if (!picture || scale <= 0)
        return std::nullopt;
    const bool wide = picture->width > picture->height;
    auto turned = wide ? screen::orientation::landscape_left : screen::orientation::portrait;
    if (const auto& held = orientation_.held(); held && screen::is_landscape(*held) == wide)
        turned = *held;
    return screen::interface{
        .size = {.width = picture->width / scale, .height = picture->height / scale},
        .turned = turned};
}

} // namespace thimble::device::coredevice
