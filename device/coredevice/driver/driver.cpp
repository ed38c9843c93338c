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

driver::driver(const tunnel_options& options, gate_options gate)
    : alone_(options.alone), turned_by_other_(options.turned), tunnel_(with_video(options)),
      gate_(options.home, with_stream(std::move(gate)), [this] { return tunnel_.gate_key(); }),
      lock_(tunnel_, buttons_, options.wants_passcode), video_(video_options(options))
{
}

/// The video is there by the time that a tunnel is.
tunnel_options driver::with_video(tunnel_options options)
{
    options.beside = [this](tunnel_session& open) { return video_.follow(open); };
    options.before_lifting = [this] { return gate_.prepare_lifting(); };
    return options;
}

gate_options driver::with_stream(gate_options gate)
{
    if (!gate.media)
        gate.media = [this]() -> media_session* {
            return video_.offered() ? &video_.stream() : nullptr;
        };
    return gate;
}

tunnel_video::options driver::video_options(const tunnel_options& of)
{
    const auto panel = [this]() -> std::optional<screen::pixel_size> {
        const auto& told = tunnel_.facts().panel();
        if (!told || told->mode.width <= 0 || told->mode.height <= 0)
            return std::nullopt;
        const auto [shorter, longer] = std::minmax(told->mode.width, told->mode.height);
        return screen::pixel_size{.width = static_cast<int>(shorter),
                                  .height = static_cast<int>(longer)};
    };
    return {.home = of.home,
            .otherwise = frames_,
            .pictures = {.panel = panel, .turned = [this] { return turned(); }},
            .changed = of.changed};
}

/// As the display tells it, or else as another driver does.
std::optional<screen::orientation> driver::turned() const
{
    const auto& panel = tunnel_.facts().panel();
    const auto told = panel ? turned_by(panel->rotation) : std::nullopt;
    if (told && tunnel_.follows_display())
        return told;
    const auto other = turned_by_other_ ? turned_by_other_() : std::nullopt;
    return other ? other : told;
}

bool driver::is_dark() const
{
    const auto& panel = tunnel_.facts().panel();
    return offers(capability::lock) && panel && panel->lit == false;
}

/// A lock is opened by a swipe, and mostly by keys, so that a phone is locked only where it can be
/// touched as well.
bool driver::offers(capability what) const
{
    if (what == capability::lock)
        return tunnel_.offers(what) && offers(capability::touch) && offers(capability::keys);
    if (what == capability::live_frames || what == capability::video)
        return video_.offered();
    if (what == capability::frame && video_.offered())
        return true;
    if (!tunnel_.offers(what))
        return false;
    const bool input =
        what == capability::touch || what == capability::keys || what == capability::text;
    return !input || gate_.known() || (alone_ && alone_());
}

frame_source& driver::frames()
{
    if (video_.offered())
        return video_.frames();
    return frames_;
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
