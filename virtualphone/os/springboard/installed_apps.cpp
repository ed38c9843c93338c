#include "virtualphone/os/springboard/installed_apps.hpp"

#include "virtualphone/os/apps/sketch.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::virtualphone {
namespace {

constexpr std::array<std::string_view, 4> in_the_dock{
    "com.thimble.sketch", "com.apple.mobilenotes", "com.apple.Preferences", "com.apple.calculator"};
constexpr std::array<std::string_view, 2> on_the_second_page{"com.apple.tips",
                                                             "com.thimble.flashlight"};

} // namespace

std::vector<std::unique_ptr<app>> installed_apps()
{
    std::vector<std::unique_ptr<app>> apps;
    apps.push_back(std::make_unique<sketch>());
    return apps;
}

home_screen::contents home_screen_contents(const std::vector<std::unique_ptr<app>>& apps)
{
    home_screen::contents out;
    out.pages.resize(2);
    for (const auto& each : apps) {
        const auto who = each->who();
        if (std::ranges::find(in_the_dock, who.bundle_id) != in_the_dock.end())
            out.dock.push_back(who);
        else if (std::ranges::find(on_the_second_page, who.bundle_id) != on_the_second_page.end())
            out.pages[1].push_back(who);
        else
            out.pages[0].push_back(who);
    }
    return out;
}

} // namespace thimble::virtualphone
