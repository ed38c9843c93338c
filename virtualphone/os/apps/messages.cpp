#include "virtualphone/os/apps/messages.hpp"

#include "virtualphone/os/text/on_screen_keyboard.hpp"
#include "virtualphone/os/toolkit/controls.hpp"
#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr std::array<std::string_view, 5> correspondents{"Ada Bobbin", "Grace Thread",
                                                         "Hugo Button", "Klara Spool", "Workshop"};

constexpr double draft_height = 64; // points
constexpr double send_width = 76;
constexpr double bubble_height = 40;
constexpr double bubble_gap = 8;
constexpr double bubble_margin = 16;

view bubble(const rectangle& frame, const std::string& text)
{
    auto out = panel(frame, frame.height / 2, palette::blue);
    out.children.push_back(
        label(inset(frame, bubble_gap), text,
              {.size = 16, .weight = font_weight::regular, .ink = palette::white}));
    return out;
}

} // namespace

messages::messages(pasteboard& clipboard)
    : draft_({.label = "Message",
              .identifier = "message",
              .placeholder = "Message",
              .tint = palette::blue},
             clipboard)
{
}

app_identity messages::who() const
{
    return {.bundle_id = "com.apple.MobileSMS", .name = "Messages", .icon = app_icon::messages};
}

view messages::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, palette::white); };
    navigation_bar bar;
    auto area = navigation_bar::area_below(screen);
    if (to_) {
        area.x = screen.safe_side;
        area.width -= 2 * screen.safe_side;
        area.height -=
            draft_.focus() != nullptr ? on_screen_keyboard::height_on(screen) : screen.safe_bottom;
        bar.title = *to_;
        bar.back = {.text = "Messages", .pressed = [this] { close(); }};
        show_messages(page, area);
        show_draft(page, area);
    } else {
        page.children.push_back(grouped_list(area, screen, "Messages", people(), scroll_));
        if (large_title_gone(scroll_))
            bar.title = "Messages";
    }
    page.children.push_back(bar.show(screen));
    if (to_)
        if (auto menu = draft_.menu(screen))
            page.children.push_back(std::move(*menu));
    return page;
}

bool messages::advance(milliseconds now)
{
    const bool list_moved = scroll_.advance(now);
    const bool draft_moved = draft_.advance(now);
    return list_moved || draft_moved;
}

std::vector<list_group> messages::people()
{
    list_group all;
    for (const auto& each : correspondents) {
        const std::string name(each);
        all.rows.push_back({.title = name,
                            .value = {},
                            .badge = palette::green,
                            .on = {},
                            .leads_on = true,
                            .chosen = [this, name] { open(name); }});
    }
    return {std::move(all)};
}

/// The newest at the bottom, as many as there is room for.
void messages::show_messages(view& page, const rectangle& area)
{
    double bottom = area.y + area.height - draft_height;
    for (auto each = sent_.rbegin(); each != sent_.rend(); ++each) {
        if (each->to != *to_)
            continue;
        bottom -= bubble_height + bubble_gap;
        if (bottom < area.y)
            return;
        page.children.push_back(bubble({.x = area.x + area.width / 4,
                                        .y = bottom,
                                        .width = area.width * 3 / 4 - bubble_margin,
                                        .height = bubble_height},
                                       each->text));
    }
}

void messages::show_draft(view& page, const rectangle& area)
{
    const rectangle line{.x = area.x,
                         .y = area.y + area.height - draft_height,
                         .width = area.width,
                         .height = draft_height};
    auto field = line;
    field.width -= send_width;
    page.children.push_back(panel(line, 0, palette::page));
    page.children.push_back(draft_.show(field));
    if (!draft_.editor().text().empty())
        page.children.push_back(text_button(
            {.x = field.x + field.width, .y = line.y, .width = send_width, .height = line.height},
            "Send",
            {.size = 17,
             .weight = font_weight::semibold,
             .ink = palette::blue,
             .align = alignment::centre},
            [this] { send(); }));
}

void messages::open(const std::string& name)
{
    to_ = name;
    clear_draft();
}

void messages::close()
{
    draft_.blur();
    to_.reset();
}

void messages::send()
{
    sent_.push_back({.to = *to_, .text = draft_.editor().text()});
    clear_draft();
}

void messages::clear_draft()
{
    draft_.close_menu();
    draft_.editor().select_all();
    draft_.editor().insert("");
}

nlohmann::json messages::state() const
{
    auto all = nlohmann::json::array();
    for (const auto& each : sent_)
        all.push_back({{"to", each.to}, {"text", each.text}});
    return {{"with", to_.value_or("")},
            {"draft", draft_.editor().text()},
            {"sent", std::move(all)},
            {"offset", scroll_.offset()}};
}

} // namespace thimble::virtualphone
