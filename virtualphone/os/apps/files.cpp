// Files and folders on a grid: opened by a tap, lifted by a long press, and carried into another
// folder by a finger that stays down.
#include "virtualphone/os/apps/files.hpp"

#include "virtualphone/os/text/edit_menu.hpp"
#include "virtualphone/os/toolkit/cell_grid.hpp"
#include "virtualphone/os/toolkit/controls.hpp"
#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double file_margin = 16; // points
constexpr double narrowest_file_cell = 100;
constexpr double words_height = 28; // below the picture of a file or folder

constexpr color folder_back = rgb(0x3a9be8);
constexpr color folder_front = rgb(0x6cc3fb);

void draw_folder(canvas& on, const rectangle& box)
{
    const double unit = box.width / 100;
    const auto part = [&](double x, double y, double width, double height) {
        return rectangle{.x = box.x + x * unit,
                         .y = box.y + y * unit,
                         .width = width * unit,
                         .height = height * unit};
    };
    on.fill_rounded(part(12, 18, 36, 24), 5 * unit, folder_back);
    on.fill_rounded(part(12, 25, 76, 58), 6 * unit, folder_back);
    on.fill_rounded(part(12, 34, 76, 50), 6 * unit, folder_front);
}

void draw_file(canvas& on, const rectangle& box, const std::string& name)
{
    const double unit = box.width / 100;
    const rectangle sheet{
        .x = box.x + 24 * unit, .y = box.y + 12 * unit, .width = 52 * unit, .height = 72 * unit};
    on.fill_rounded(inset(sheet, -0.5), 4 * unit, rgb(0xc9c9ce));
    on.fill_rounded(sheet, 4 * unit, palette::white);
    for (int line = 0; line < 4; ++line)
        on.fill({.x = sheet.x + 8 * unit,
                 .y = sheet.y + (12 + 9 * line) * unit,
                 .width = (line == 3 ? 20 : 36) * unit,
                 .height = 2.5 * unit},
                rgb(0xd5d5da));
    const auto dot = name.rfind('.');
    const auto kind = dot == std::string::npos ? std::string() : name.substr(dot + 1);
    on.text({.x = sheet.x, .y = sheet.y + 50 * unit, .width = sheet.width, .height = 18 * unit},
            kind,
            {.size = 12 * unit,
             .weight = font_weight::semibold,
             .ink = palette::grey_text,
             .align = alignment::centre});
}

void draw_name(canvas& on, const rectangle& cell, const std::string& name)
{
    on.text({.x = cell.x,
             .y = cell.y + cell.height - words_height,
             .width = cell.width,
             .height = words_height},
            name, {.size = 13, .align = alignment::centre});
}

} // namespace

files::files(pasteboard& clipboard)
    : clipboard_(clipboard),
      folders_{{.name = "On My iPhone", .files = {"Budget.xlsx", "Letter.txt", "Plan.pdf"}},
               {.name = "Documents", .files = {"Contract.pdf", "Minutes.txt"}},
               {.name = "Downloads", .files = {"Manual.pdf"}},
               {.name = "Archive", .files = {}}}
{
}

app_identity files::who() const
{
    return {.bundle_id = "com.apple.DocumentsApp", .name = "Files", .icon = app_icon::files};
}

view files::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, palette::page); };

    navigation_bar bar;
    bar.title = open_file_.value_or(folders_[open_folder_].name);
    const auto area = navigation_bar::area_below(screen);
    folders_shown_.clear();
    if (open_file_) {
        bar.back = {.text = "Files", .pressed = [this] { open_file_.reset(); }};
        page.children.push_back(preview(*open_file_, area));
    } else {
        if (!at_the_top())
            bar.back = {.text = "Back", .pressed = [this] { open_folder_ = 0; }};
        page.children.push_back(grid(area, screen));
    }
    page.children.push_back(bar.show(screen));
    if (lifted_ && carried_to_)
        page.children.push_back(carried_file());
    else if (lifted_)
        add_menu(page, screen);
    return page;
}

view files::grid(const rectangle& area, const screen_layout& screen)
{
    const double side = screen.safe_side + file_margin;
    const cell_grid cells({.x = side,
                           .y = area.y + file_margin,
                           .width = screen.width - 2 * side,
                           .height = area.height},
                          narrowest_file_cell, words_height, file_margin);
    view out{.frame = area, .type = "CollectionView", .label = folders_[open_folder_].name};
    out.clips = true;
    out.scrolls = &scroll_;
    std::size_t count = 0;
    if (at_the_top())
        for (std::size_t number = 1; number < folders_.size(); ++number) {
            const auto frame = cells.cell(count++, scroll_.offset());
            folders_shown_.push_back({.number = number, .frame = frame});
            out.children.push_back(folder_cell(number, frame));
        }
    for (const auto& name : folders_[open_folder_].files)
        out.children.push_back(file_cell(name, cells.cell(count++, scroll_.offset())));
    scroll_.set_limit(cells.height(count) + 2 * file_margin + screen.safe_bottom - area.height);
    return out;
}

view files::folder_cell(std::size_t number, const rectangle& frame)
{
    const auto& shown = folders_[number];
    view out{.frame = frame, .type = "Cell", .label = shown.name, .identifier = shown.name};
    out.value = std::to_string(shown.files.size()) + (shown.files.size() == 1 ? " item" : " items");
    out.on_tap = [this, number](place) {
        open_folder_ = number;
        scroll_.jump_to(0);
    };
    const bool receives = carried_to_ && folder_under(*carried_to_) == number;
    out.paint = [frame, name = shown.name, receives](canvas& on) {
        if (receives)
            on.fill_rounded(inset(frame, -4), 10, rgb(0x007aff, 0.2));
        draw_folder(on, frame);
        draw_name(on, frame, name);
    };
    return out;
}

view files::file_cell(const std::string& name, const rectangle& frame)
{
    view out{.frame = frame, .type = "Cell", .label = name, .identifier = name};
    if (lifted_ == name)
        lifted_frame_ = frame;
    out.on_tap = [this, name](place) { open_file_ = name; };
    out.on_long_press = [this, name](place) { lift(name); };
    out.drags = this;
    // Its cell stays, empty, so that the others do not move under the finger.
    const bool away = carried_to_ && lifted_ == name;
    out.paint = [frame, name, away](canvas& on) {
        if (away)
            return;
        draw_file(on, frame, name);
        draw_name(on, frame, name);
    };
    return out;
}

view files::carried_file() const
{
    const double size = narrowest_file_cell * 1.1; // lifted towards the eye
    const rectangle frame{.x = carried_to_->x - size / 2,
                          .y = carried_to_->y - size / 2,
                          .width = size,
                          .height = size};
    view out{.frame = frame, .type = "Other", .label = *lifted_, .identifier = "dragged"};
    out.paint = [frame, name = *lifted_](canvas& on) {
        on.fill_rounded(inset(frame, 6), 12, rgb(0x000000, 0.08));
        draw_file(on, frame, name);
    };
    return out;
}

view files::preview(const std::string& name, const rectangle& area) const
{
    view out{.frame = area, .type = "Image", .label = name};
    out.paint = [area, name](canvas& on) {
        on.fill(area, palette::white);
        const double size = std::min(area.width, area.height) * 0.7;
        draw_file(on,
                  {.x = area.x + (area.width - size) / 2,
                   .y = area.y + (area.height - size) / 2,
                   .width = size,
                   .height = size},
                  name);
    };
    return out;
}

void files::add_menu(view& page, const screen_layout& screen)
{
    view behind{.frame = screen.whole()};
    // A tap beside the menu only closes it.
    behind.opaque = true;
    behind.on_tap = [this](place) { put_back(); };
    page.children.push_back(std::move(behind));
    const std::array items{
        menu_item{.title = "Copy",
                  .chosen =
                      [this, name = *lifted_] {
                          clipboard_.copy(name);
                          put_back();
                      }},
        menu_item{.title = "Delete", .chosen = [this, name = *lifted_] { remove(name); }}};
    page.children.push_back(edit_menu({items.begin(), items.end()}, lifted_frame_, screen));
}

bool files::dismiss()
{
    const bool any = lifted_.has_value();
    put_back();
    return any;
}

void files::lift(const std::string& name)
{
    lifted_ = name;
    carried_to_.reset();
}

void files::carry_to(place where)
{
    carried_to_ = where;
}

void files::drop(place where)
{
    const auto target = folder_under(where);
    const auto name = std::exchange(lifted_, std::nullopt);
    carried_to_.reset();
    if (!target || !name)
        return;
    remove(*name);
    folders_[*target].files.push_back(*name);
}

void files::put_back()
{
    lifted_.reset();
    carried_to_.reset();
}

void files::remove(const std::string& name)
{
    std::erase(folders_[open_folder_].files, name);
    put_back();
}

std::optional<std::size_t> files::folder_under(place where) const
{
    const auto found = std::ranges::find_if(
        folders_shown_, [&](const auto& each) { return contains(each.frame, where); });
    return found == folders_shown_.end() ? std::nullopt : std::optional(found->number);
}

nlohmann::json files::state() const
{
    nlohmann::json items = nlohmann::json::object();
    for (const auto& each : folders_)
        items[each.name] = each.files;
    const auto& top = folders_.front().name;
    return {{"items", std::move(items)},
            {"path", at_the_top() ? top : top + "/" + folders_[open_folder_].name},
            {"open", open_file_ ? nlohmann::json(*open_file_) : nlohmann::json(nullptr)}};
}

} // namespace thimble::virtualphone
