#include "virtualphone/os/apps/list_apps.hpp"

#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr std::array<std::string_view, 6> things_to_do{
    "Charge the phone", "Call the shared_agent_state", "Water the plants", "Return library books",
    "Buy thread",       "Practise the keyboard"};

// Sorted by the first letter, under which they are listed.
constexpr std::array<std::string_view, 24> people{
    "Ada Bobbin",   "Alan Baker",  "Bruno Seam",  "Carla Hook",   "Claude Pin",   "Dora Weaver",
    "Edith Lace",   "Emil Tailor", "Flora Hem",   "Grace Thread", "Hugo Button",  "Ida Loom",
    "Jonas Felt",   "Klara Spool", "Lea Cotton",  "Max Draper",   "Nora Fabric",  "Otto Silk",
    "Paula Stitch", "Rosa Needle", "Samuel Yarn", "Tilda Velvet", "Victor Linen", "Wanda Zip"};

list_row plain(std::string_view title, std::string_view value)
{
    return {.title = std::string(title), .value = std::string(value), .badge = {}, .on = {}};
}

} // namespace

view list_app::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.children.push_back(grouped_list(navigation_bar::area_below(screen), screen,
                                         std::string(who().name), groups(), scroll_));
    navigation_bar bar;
    if (large_title_gone(scroll_))
        bar.title = std::string(who().name);
    page.children.push_back(bar.show(screen));
    return page;
}

nlohmann::json list_app::state() const
{
    return {{"offset", scroll_.offset()}};
}

app_identity reminders::who() const
{
    return {.bundle_id = "com.apple.reminders", .name = "Reminders", .icon = app_icon::reminders};
}

std::vector<list_group> reminders::groups()
{
    list_group all;
    for (const auto& each : things_to_do) {
        const std::string title(each);
        auto row = plain(title, "");
        row.on = done_.contains(title);
        row.chosen = [this, title] {
            if (done_.erase(title) == 0)
                done_.insert(title);
        };
        all.rows.push_back(std::move(row));
    }
    return {std::move(all)};
}

nlohmann::json reminders::state() const
{
    auto out = list_app::state();
    out["done"] = done_;
    return out;
}

app_identity contacts::who() const
{
    return {
        .bundle_id = "com.apple.MobileAddressBook", .name = "Contacts", .icon = app_icon::contacts};
}

std::vector<list_group> contacts::groups()
{
    std::vector<list_group> out;
    for (const auto& each : people) {
        const std::string name(each);
        const auto letter = name.substr(0, 1);
        if (out.empty() || out.back().heading != letter)
            out.push_back({.heading = letter, .rows = {}});
        auto row = plain(name, name == chosen_ ? "chosen" : "");
        row.chosen = [this, name] { chosen_ = name; };
        out.back().rows.push_back(std::move(row));
    }
    return out;
}

nlohmann::json contacts::state() const
{
    auto out = list_app::state();
    out["chosen"] = chosen_.value_or("");
    return out;
}

} // namespace thimble::virtualphone
