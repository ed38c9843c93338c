#include "virtualphone/os/apps/flashlight.hpp"

#include <array>

namespace thimble::virtualphone {

app_identity flashlight::who() const
{
    return {.bundle_id = "com.thimble.flashlight",
            .name = "Flashlight",
            .icon = app_icon::flashlight,
            .system = false};
}

view flashlight::show(const screen_layout& screen)
{
    const auto whole = screen.whole();
    view page{.frame = whole, .type = "Button", .label = "Light", .identifier = "light"};
    page.value = on_ ? "1" : "0";
    page.on_tap = [this](place) { on_ = !on_; };
    page.paint = [whole, lit = on_](canvas& on) {
        on.fill(whole, lit ? palette::white : rgb(0x1c1c1e));
        const auto middle = centre_of(whole);
        on.fill_circle(middle, 70, lit ? palette::yellow : rgb(0x3a3a3c));
        on.stroke_line(std::array{place{.x = middle.x, .y = middle.y - 34},
                                  place{.x = middle.x, .y = middle.y - 4}},
                       9, palette::white);
        on.stroke_circle(middle, 36, 9, palette::white);
    };
    return page;
}

nlohmann::json flashlight::state() const
{
    return {{"on", on_}};
}

} // namespace thimble::virtualphone
