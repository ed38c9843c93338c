#include "virtualphone/os/toolkit/controls.hpp"

#include <utility>

namespace thimble::virtualphone {

view label(const rectangle& frame, std::string text, const text_style& style)
{
    view out{.frame = frame, .type = "StaticText", .label = text};
    out.paint = [frame, text = std::move(text), style](canvas& on) { on.text(frame, text, style); };
    return out;
}

view text_button(const rectangle& frame,
                 std::string text,
                 const text_style& style,
                 std::function<void()> pressed)
{
    auto out = label(frame, std::move(text), style);
    out.type = "Button";
    out.on_tap = [pressed = std::move(pressed)](place) { pressed(); };
    return out;
}

view panel(const rectangle& frame, double radius, color ink)
{
    view out{.frame = frame};
    out.paint = [frame, radius, ink](canvas& on) { on.fill_rounded(frame, radius, ink); };
    return out;
}

} // namespace thimble::virtualphone
