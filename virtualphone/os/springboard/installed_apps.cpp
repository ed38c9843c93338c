#include "virtualphone/os/springboard/installed_apps.hpp"

#include "virtualphone/os/apps/alarm_clock.hpp"
#include "virtualphone/os/apps/automation_runner.hpp"
#include "virtualphone/os/apps/calculator.hpp"
#include "virtualphone/os/apps/files.hpp"
#include "virtualphone/os/apps/flashlight.hpp"
#include "virtualphone/os/apps/list_apps.hpp"
#include "virtualphone/os/apps/maps.hpp"
#include "virtualphone/os/apps/messages.hpp"
#include "virtualphone/os/apps/notes.hpp"
#include "virtualphone/os/apps/photos.hpp"
#include "virtualphone/os/apps/safari.hpp"
#include "virtualphone/os/apps/shortcuts.hpp"
#include "virtualphone/os/apps/sketch.hpp"
#include "virtualphone/os/apps/weather.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::virtualphone {
namespace {

constexpr std::array<std::string_view, 4> in_the_dock{
    "com.thimble.sketch", "com.apple.mobilenotes", "com.apple.Preferences", "com.apple.calculator"};
constexpr std::array<std::string_view, 2> on_the_second_page{"Flashlight", automation_runner::name};

template <std::size_t Count>
bool contains(const std::array<std::string_view, Count>& all, std::string_view one)
{
    return std::ranges::find(all, one) != all.end();
}

} // namespace

std::vector<std::unique_ptr<app>> installed_apps(const device_facts& about,
                                                 std::string_view runner,
                                                 pasteboard& clipboard,
                                                 app_host& host)
{
    std::vector<std::unique_ptr<app>> apps;
    apps.push_back(std::make_unique<sketch>());
    apps.push_back(std::make_unique<notes>(clipboard));
    apps.push_back(std::make_unique<settings>(about));
    apps.push_back(std::make_unique<calculator>());
    apps.push_back(std::make_unique<alarm_clock>());
    apps.push_back(std::make_unique<weather>());
    apps.push_back(std::make_unique<reminders>());
    apps.push_back(std::make_unique<contacts>());
    apps.push_back(std::make_unique<flashlight>());
    apps.push_back(std::make_unique<maps>());
    apps.push_back(std::make_unique<photos>());
    apps.push_back(std::make_unique<files>(clipboard));
    apps.push_back(std::make_unique<safari>(host));
    apps.push_back(std::make_unique<shortcuts>(clipboard, host));
    apps.push_back(std::make_unique<messages>(clipboard));
    if (!runner.empty())
        apps.push_back(std::make_unique<automation_runner>(runner));
    return apps;
}

home_screen::contents home_screen_contents(const std::vector<std::unique_ptr<app>>& apps)
{
    home_screen::contents out;
    out.pages.resize(2);
    for (const auto& each : apps) {
        const auto who = each->who();
        if (contains(in_the_dock, who.bundle_id))
            out.dock.push_back(who);
        else
            out.pages[contains(on_the_second_page, who.name) ? 1 : 0].push_back(who);
    }
    return out;
}

} // namespace thimble::virtualphone
