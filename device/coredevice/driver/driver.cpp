#include "device/coredevice/driver/driver.hpp"

#include <algorithm>

namespace thimble::device::coredevice {

namespace {

/// Of a display's rotation, by the turn clockwise that sets its picture upright.
std::optional<screen::orientation> turned_by(const std::string& rotation)
{
    if (rotation == "rot0")
        return screen::orientation::portrait;
    if (rotation == "rot90")
        return screen::orientation::landscape_right;
    if (rotation == "rot180")
        return screen::orientation::upside_down;
    if (rotation == "rot270")
        return screen::orientation::landscape_left;
    return std::nullopt;
}

/// By a picture, which shows whether the phone lies on a side; `held` may know on which one.
screen::orientation shown_by(const screen::pixel_size& picture,
                             const std::optional<screen::orientation>& held)
{
    const bool wide = picture.width > picture.height;
    if (held && screen::is_landscape(*held) == wide)
        return *held;
    return wide ? screen::orientation::landscape_left : screen::orientation::portrait;
}

} // namespace

driver::driver(tunnel_options options, gate_options gate)
    : alone_(options.alone), tunnel_(options),
      gate_(options.home, std::move(gate), [this] { return tunnel_.gate_key(); })
{
}

bool driver::offers(capability what) const
{
    if (!tunnel_.offers(what))
        return false;
    const bool input =
        what == capability::touch || what == capability::keys || what == capability::text;
    return !input || gate_.known() || (alone_ && alone_());
}

/// The newer one of what the display has told and what a picture shows.
std::optional<screen::interface> driver::interface() const
{
    const auto& facts = tunnel_.facts();
    const auto& panel = facts.panel();
    const auto& picture = tunnel_.picture_size();
    const double scale = panel ? panel->point_scale.value_or(0) : 0;
    if (scale <= 0)
        return std::nullopt;
    const double width = picture ? picture->width : panel->mode.width;
    const double height = picture ? picture->height : panel->mode.height;
    auto turned = turned_by(panel->rotation);
    if (picture && (!turned || tunnel_.pictured_at() > facts.panel_told_at())) {
        const auto& by = turned && screen::is_landscape(*turned) == (width > height)
                             ? turned
                             : orientation_.held();
        turned = shown_by(*picture, by);
    }
    if (!turned || width <= 0 || height <= 0)
        return std::nullopt;
    const auto [shorter, longer] = std::minmax(width, height);
    const bool wide = screen::is_landscape(*turned);
    return screen::interface{.size = {.width = (wide ? longer : shorter) / scale,
                                      .height = (wide ? shorter : longer) / scale},
                             .turned = *turned};
}

} // namespace thimble::device::coredevice
