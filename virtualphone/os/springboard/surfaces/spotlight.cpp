#include "virtualphone/os/springboard/surfaces/spotlight.hpp"

#include "virtualphone/os/text/on_screen_keyboard.hpp"
#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>
#include <cctype>

namespace thimble::virtualphone {
namespace {

constexpr double margin = 16; // points left and right
constexpr double widest = 600;
constexpr double field_height = 44;
constexpr double row_height = 60;
constexpr std::size_t suggestions = 4;

/// Column that everything on the page lies in, in the middle of a wide screen.
rectangle column(const screen_layout& screen)
{
    const double width = std::min(screen.width - 2 * (margin + screen.safe_side), widest);
    return {.x = (screen.width - width) / 2,
            .y = std::max(screen.safe_top, 8.0) + 8,
            .width = width,
            .height = field_height};
}

bool contains_in_any_case(std::string_view text, std::string_view part)
{
    const auto same = [](unsigned char one, unsigned char other) {
        return std::tolower(one) == std::tolower(other);
    };
    return std::ranges::search(text, part, same).begin() != text.end() || part.empty();
}

} // namespace

void spotlight::open()
{
    field_.set("");
    field_.begin_editing();
}

bool spotlight::advance(milliseconds /*now*/)
{
    if (!field_.submitted())
        return false;
    const auto best = found();
    if (best.empty())
        field_.begin_editing();
    else
        host_.open(best.front().bundle_id);
    return true;
}

std::vector<app_identity> spotlight::found() const
{
    std::vector<app_identity> out;
    for (const auto& each : apps_.all())
        if (const auto who = each->who(); contains_in_any_case(who.name, field_.text()))
            out.push_back(who);
    if (field_.text().empty())
        out.resize(std::min(out.size(), suggestions));
    return out;
}

view spotlight::show(const screen_layout& screen)
{
    view page{.frame = screen.whole(), .type = "Other", .label = "Spotlight"};
    page.opaque = true;
    page.paint = [this, screen](canvas& on) {
        wallpaper_.draw(on, screen.width, screen.height);
        on.fill(screen.whole(), rgb(0x15152a, 0.7));
    };
    add_field(page, screen);

    auto row = column(screen);
    row.y += field_height + 18;
    page.children.push_back(
        label({.x = row.x, .y = row.y, .width = row.width, .height = 20},
              field_.text().empty() ? "Siri Suggestions" : "Applications",
              {.size = 13, .weight = font_weight::semibold, .ink = rgb(0xffffff, 0.7)}));
    row.y += 26;
    row.height = row_height;
    const double bottom = screen.height - on_screen_keyboard::height_on(screen);
    for (const auto& each : found()) {
        if (row.y + row.height > bottom)
            break;
        page.children.push_back(result(each, row));
        row.y += row.height + 6;
    }
    return page;
}

void spotlight::add_field(view& page, const screen_layout& screen)
{
    constexpr double cancel_width = 70;
    auto frame = column(screen);
    frame.width -= cancel_width + 8;
    page.children.push_back(field_.show(frame, field_.text()));
    page.children.push_back(
        text_button({.x = frame.x + frame.width + 8,
                     .y = frame.y,
                     .width = cancel_width,
                     .height = frame.height},
                    "Cancel", {.size = 17, .ink = palette::white, .align = alignment::centre},
                    [this] { host_.close_surface(); }));
}

view spotlight::result(const app_identity& which, const rectangle& frame)
{
    view out{.frame = frame, .type = "Cell", .label = std::string(which.name)};
    out.identifier = std::string(which.bundle_id);
    out.on_tap = [this, bundle_id = which.bundle_id](place) { host_.open(bundle_id); };
    out.paint = [frame, which](canvas& on) {
        constexpr double icon = 44;
        on.fill_rounded(frame, 14, rgb(0xffffff, 0.16));
        draw_icon(on, which.icon,
                  {.x = frame.x + 10,
                   .y = frame.y + (frame.height - icon) / 2,
                   .width = icon,
                   .height = icon});
        on.text({.x = frame.x + icon + 24,
                 .y = frame.y,
                 .width = frame.width - icon - 34,
                 .height = frame.height},
                which.name, {.size = 17, .ink = palette::white});
    };
    return out;
}

} // namespace thimble::virtualphone
