#include "virtualphone/os/apps/settings.hpp"

#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <array>
#include <utility>

namespace thimble::virtualphone {
namespace {

struct entry {
    std::string_view title;
    color badge;
    std::string_view value; // of a row that leads on
    bool is_switch = false;
};

constexpr color grey = rgb(0x8e8e93);
constexpr color indigo = rgb(0x5856d6);
constexpr color sky = rgb(0x32ade6);

constexpr std::array connections{
    entry{.title = "Airplane Mode", .badge = palette::orange, .value = {}, .is_switch = true},
    entry{.title = "Wi-Fi", .badge = palette::blue, .value = "Workbench"},
    entry{.title = "Bluetooth", .badge = palette::blue, .value = "On"},
    entry{.title = "Cellular", .badge = palette::green, .value = {}},
    entry{.title = "Personal Hotspot", .badge = palette::green, .value = "Off"},
};
constexpr std::array attention{
    entry{.title = "Notifications", .badge = palette::red, .value = {}},
    entry{.title = "Sounds & Haptics", .badge = rgb(0xff2d55), .value = {}},
    entry{.title = "Focus", .badge = indigo, .value = {}},
    entry{.title = "Screen Time", .badge = indigo, .value = {}},
};
constexpr std::array device{
    entry{.title = "General", .badge = grey, .value = {}},
    entry{.title = "Control Center", .badge = grey, .value = {}},
    entry{.title = "Display & Brightness", .badge = palette::blue, .value = {}},
    entry{.title = "Home Screen", .badge = indigo, .value = {}},
    entry{.title = "Accessibility", .badge = palette::blue, .value = {}},
    entry{.title = "Wallpaper", .badge = sky, .value = {}},
    entry{.title = "Siri & Search", .badge = rgb(0x1c1c1e), .value = {}},
    entry{.title = "Passcode", .badge = palette::green, .value = {}},
    entry{.title = "Emergency SOS", .badge = palette::red, .value = {}},
    entry{.title = "Battery", .badge = palette::green, .value = "80%"},
    entry{.title = "Privacy & Security", .badge = palette::blue, .value = {}},
    entry{.title = "Developer", .badge = grey, .value = {}},
};
constexpr std::array stores{
    entry{.title = "App Store", .badge = palette::blue, .value = {}},
    entry{.title = "Wallet", .badge = rgb(0x1c1c1e), .value = {}},
};
constexpr std::array apps{
    entry{.title = "Passwords", .badge = grey, .value = {}},
    entry{.title = "Mail", .badge = palette::blue, .value = {}},
    entry{.title = "Contacts", .badge = grey, .value = {}},
    entry{.title = "Calendar", .badge = palette::red, .value = {}},
    entry{.title = "Notes", .badge = palette::yellow, .value = {}},
    entry{.title = "Reminders", .badge = palette::orange, .value = {}},
    entry{.title = "Voice Memos", .badge = rgb(0x1c1c1e), .value = {}},
    entry{.title = "Phone", .badge = palette::green, .value = {}},
    entry{.title = "Messages", .badge = palette::green, .value = {}},
    entry{.title = "Safari", .badge = palette::blue, .value = {}},
    entry{.title = "Weather", .badge = sky, .value = {}},
    entry{.title = "Maps", .badge = palette::green, .value = {}},
    entry{.title = "Compass", .badge = rgb(0x1c1c1e), .value = {}},
    entry{.title = "Measure", .badge = rgb(0x1c1c1e), .value = {}},
    entry{.title = "Shortcuts", .badge = indigo, .value = {}},
    entry{.title = "Health", .badge = rgb(0xff2d55), .value = {}},
    entry{.title = "Home", .badge = palette::orange, .value = {}},
    entry{.title = "Music", .badge = rgb(0xff2d55), .value = {}},
    entry{.title = "Photos", .badge = palette::yellow, .value = {}},
    entry{.title = "Camera", .badge = grey, .value = {}},
    entry{.title = "Books", .badge = palette::orange, .value = {}},
    entry{.title = "Podcasts", .badge = rgb(0xaf52de), .value = {}},
    entry{.title = "Sketch", .badge = rgb(0x2a5bd7), .value = {}},
};

list_row fact(std::string title, std::string value)
{
    return {.title = std::move(title), .value = std::move(value), .badge = {}, .on = {}};
}

} // namespace

settings::settings(device_facts about)
    : about_(std::move(about)), on_{"Wi-Fi", "Bluetooth", "Allow Notifications"}
{
}

app_identity settings::who() const
{
    return {.bundle_id = "com.apple.Preferences", .name = "Settings", .icon = app_icon::settings};
}

view settings::show(const screen_layout& screen)
{
    const auto area = navigation_bar::area_below(screen);
    view page_view{.frame = screen.whole()};
    page_view.opaque = true;
    navigation_bar bar;
    if (path_.empty()) {
        if (large_title_gone(root_scroll_))
            bar.title = "Settings";
        page_view.children.push_back(grouped_list(area, screen, "Settings", root(), root_scroll_));
    } else {
        bar.title = path_.back();
        bar.back = {.text = path_.size() > 1 ? path_[path_.size() - 2] : "Settings",
                    .pressed = [this] { back(); }};
        page_view.on_swipe_back = [this] { back(); };
        page_view.children.push_back(
            grouped_list(area, screen, "", page(path_.back()), page_scroll_));
    }
    page_view.children.push_back(bar.show(screen));
    return page_view;
}

bool settings::advance(milliseconds now)
{
    const bool root_moved = root_scroll_.advance(now);
    const bool page_moved = page_scroll_.advance(now);
    return root_moved || page_moved;
}

bool settings::opens(std::string_view scheme) const
{
    return scheme == "prefs" || scheme == "app-prefs";
}

nlohmann::json settings::state() const
{
    return {{"offset", path_.empty() ? root_scroll_.offset() : page_scroll_.offset()},
            {"page", path_.empty() ? "" : path_.back()},
            {"on", on_}};
}

std::vector<list_group> settings::root()
{
    std::vector<list_group> groups;
    groups.push_back({.heading = {}, .rows = {leading_to(about_.name)}});
    const auto add = [&](const auto& entries) {
        list_group group;
        for (const auto& each : entries) {
            const std::string title(each.title);
            auto row =
                each.is_switch ? switched(title) : leading_to(title, std::string(each.value));
            row.badge = each.badge;
            group.rows.push_back(std::move(row));
        }
        groups.push_back(std::move(group));
    };
    add(connections);
    add(attention);
    add(device);
    add(stores);
    add(apps);
    return groups;
}

std::vector<list_group> settings::page(const std::string& title)
{
    if (title == "Wi-Fi")
        return {
            {.heading = {}, .rows = {switched("Wi-Fi")}},
            {.heading = "MY NETWORKS", .rows = {leading_to("Workbench"), leading_to("Garden")}}};
    if (title == "Bluetooth")
        return {{.heading = {}, .rows = {switched("Bluetooth")}}};
    if (title == "General")
        return {{.heading = {}, .rows = {leading_to("About"), leading_to("Software Update")}},
                {.heading = {},
                 .rows = {leading_to("AirDrop"), leading_to("Keyboard"),
                          leading_to("Language & Region"), leading_to("Date & Time")}}};
    if (title == "About" || title == about_.name)
        return {{.heading = {},
                 .rows = {fact("Name", about_.name), fact("iOS Version", about_.ios),
                          fact("Model Name", about_.model)}}};
    if (title == "Accessibility")
        return {
            {.heading = "PHYSICAL AND MOTOR",
             .rows = {leading_to("Touch"), leading_to("Side Button"), leading_to("Keyboards")}}};
    if (title == "Touch")
        return {{.heading = {},
                 .rows = {switched("Vibration"), switched("Shake to Undo"),
                          leading_to("Call Audio Routing", "Automatic")}}};
    if (title == "Call Audio Routing")
        return {{.heading = {},
                 .rows = {leading_to("Auto-Answer Calls",
                                     on_.contains("Auto-Answer Calls") ? "On" : "Off")}}};
    if (title == "Auto-Answer Calls")
        return {{.heading = {}, .rows = {switched("Auto-Answer Calls")}}};
    if (title == "Software Update")
        return {{.heading = {}, .rows = {fact("iOS " + about_.ios, "Up to date")}}};
    return {{.heading = "ALLOW " + title + " TO",
             .rows = {switched("Allow Notifications"), switched("Background Refresh"),
                      switched("Use Cellular Data")}}};
}

list_row settings::leading_to(const std::string& title, std::string value)
{
    return {.title = title,
            .value = std::move(value),
            .badge = {},
            .on = {},
            .leads_on = true,
            .chosen = [this, title] { open(title); }};
}

list_row settings::switched(const std::string& title)
{
    return {.title = title,
            .value = {},
            .badge = {},
            .on = on_.contains(title),
            .leads_on = false,
            .chosen = [this, title] {
                if (on_.erase(title) == 0)
                    on_.insert(title);
            }};
}

void settings::open(const std::string& title)
{
    path_.push_back(title);
    page_scroll_.jump_to(0);
}

void settings::back()
{
    path_.pop_back();
    page_scroll_.jump_to(0);
}

} // namespace thimble::virtualphone
