#include "virtualphone/os/apps/alarm_clock.hpp"

#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr int hours = 24;
constexpr int minutes = 60;
constexpr int minute_step = 5;

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> cities{
    {{"Cupertino", "9:41 AM"},
     {"New York", "12:41 PM"},
     {"London", "5:41 PM"},
     {"Berlin", "6:41 PM"},
     {"Tokyo", "1:41 AM"},
     {"Sydney", "2:41 AM"}}};

std::string two_digits(int number)
{
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string time_of(int hour, int minute)
{
    return two_digits(hour) + ":" + two_digits(minute);
}

std::vector<list_group> city_groups()
{
    list_group all;
    for (const auto& [city, time] : cities)
        all.rows.push_back(
            {.title = std::string(city), .value = std::string(time), .badge = {}, .on = {}});
    return {std::move(all)};
}

/// One row for each number; the one that `chosen` is says so, and a tap on another chooses that.
list_group choices(std::string heading, int end, int step, const char* unit, int& chosen)
{
    list_group out{.heading = std::move(heading), .rows = {}};
    for (int each = 0; each < end; each += step)
        out.rows.push_back({.title = two_digits(each) + unit,
                            .value = each == chosen ? "chosen" : "",
                            .badge = {},
                            .on = {},
                            .leads_on = false,
                            .chosen = [&chosen, each] { chosen = each; }});
    return out;
}

} // namespace

app_identity alarm_clock::who() const
{
    return {.bundle_id = "com.apple.mobiletimer", .name = "Clock", .icon = app_icon::clock};
}

view alarm_clock::show(const screen_layout& screen)
{
    constexpr std::array titles{"Clock", "Alarms", "New Alarm"};
    const std::string title = titles[static_cast<std::size_t>(open_)];
    view out{.frame = screen.whole()};
    out.opaque = true;
    out.children.push_back(
        grouped_list(navigation_bar::area_below(screen), screen, title, groups(), scroll_));
    navigation_bar bar;
    if (large_title_gone(scroll_))
        bar.title = title;
    if (open_ == page::cities) {
        bar.action = {.text = "Alarms", .pressed = [this] { go_to(page::alarms); }};
    } else if (open_ == page::alarms) {
        bar.back = {.text = "Clock", .pressed = [this] { go_to(page::cities); }};
        bar.action = {.text = "Add", .pressed = [this] { begin_new(); }};
    } else {
        bar.back = {.text = "Cancel", .pressed = [this] { go_to(page::alarms); }};
        bar.action = {.text = "Save", .pressed = [this] { save(); }};
    }
    out.children.push_back(bar.show(screen));
    return out;
}

bool alarm_clock::advance(milliseconds now)
{
    return scroll_.advance(now);
}

std::vector<list_group> alarm_clock::groups()
{
    if (open_ == page::cities)
        return city_groups();
    return open_ == page::alarms ? alarm_groups() : new_alarm_groups();
}

std::vector<list_group> alarm_clock::alarm_groups()
{
    list_group all;
    for (std::size_t at = 0; at < alarms_.size(); ++at)
        all.rows.push_back({.title = time_of(alarms_[at].hour, alarms_[at].minute),
                            .value = {},
                            .badge = {},
                            .on = alarms_[at].on,
                            .leads_on = false,
                            .chosen = [this, at] { alarms_[at].on = !alarms_[at].on; }});
    return {std::move(all)};
}

std::vector<list_group> alarm_clock::new_alarm_groups()
{
    return {choices("HOUR", hours, 1, " h", wanted_.hour),
            choices("MINUTE", minutes, minute_step, " min", wanted_.minute)};
}

void alarm_clock::go_to(page next)
{
    open_ = next;
    scroll_.jump_to(0);
}

void alarm_clock::begin_new()
{
    wanted_ = {};
    go_to(page::new_alarm);
}

void alarm_clock::save()
{
    const auto time = [](const alarm& one) { return std::tuple(one.hour, one.minute); };
    alarms_.insert(std::ranges::upper_bound(alarms_, time(wanted_), {}, time), wanted_);
    go_to(page::alarms);
}

nlohmann::json alarm_clock::state() const
{
    constexpr std::array names{"cities", "alarms", "new"};
    auto all = nlohmann::json::array();
    for (const auto& each : alarms_)
        all.push_back({{"time", time_of(each.hour, each.minute)}, {"on", each.on}});
    return {{"page", names[static_cast<std::size_t>(open_)]},
            {"alarms", std::move(all)},
            {"offset", scroll_.offset()}};
}

} // namespace thimble::virtualphone
