#include "virtualphone/os/apps/automation_runner.hpp"

#include "virtualphone/os/toolkit/navigation_bar.hpp"

namespace thimble::virtualphone {

app_identity automation_runner::who() const
{
    return {.bundle_id = bundle_id_, .name = name, .icon = app_icon::settings, .system = false};
}

view automation_runner::show(const screen_layout& screen)
{
    const auto whole = screen.whole();
    view page{.frame = whole};
    page.opaque = true;
    page.paint = [whole](canvas& on) { on.fill(whole, palette::white); };
    navigation_bar bar;
    bar.title = "Automation Running";
    page.children.push_back(bar.show(screen));
    return page;
}

} // namespace thimble::virtualphone
