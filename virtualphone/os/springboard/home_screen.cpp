#include "virtualphone/os/springboard/home_screen.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <utility>

namespace thimble::virtualphone {
namespace {

/// Where icons go, in points.
struct icon_grid {
    int columns = 4;
    double icon = 60;
    double margin = 27; // left and right of the columns
    double top = 0;     // of the first row
    double row = 98;    // from one row to the next
    double dock_height = 94;
    double dock_inset = 12; // between the dock and the screen's edges
};

icon_grid grid_of(const screen_layout& screen)
{
    icon_grid grid;
    grid.top = screen.safe_top + 18;
    if (screen.pad) {
        grid.columns = screen.landscape ? 6 : 5;
        grid.icon = 76;
        grid.margin = screen.landscape ? 110 : 80;
        grid.row = 132;
        grid.top = screen.safe_top + 40;
        grid.dock_height = 104;
    } else if (!screen.home_indicator) {
        grid.row = 88;
        grid.dock_inset = 0;
        grid.top = screen.safe_top + 10;
    }
    return grid;
}

rectangle slot(const icon_grid& grid, const screen_layout& screen, int number)
{
    const double pitch =
        (screen.width - 2 * grid.margin - grid.icon) / static_cast<double>(grid.columns - 1);
    return {.x = grid.margin + pitch * (number % grid.columns),
            .y = grid.top + grid.row * (number / grid.columns), // NOLINT(bugprone-integer-division)
            .width = grid.icon,
            .height = grid.icon};
}

/// An icon's picture with the name below it: 68 x 88 points for a picture of 60, as dumps of a real
/// home screen have it. All of it takes taps.
rectangle with_name(const rectangle& picture)
{
    return {.x = picture.x - 4,
            .y = picture.y - 4,
            .width = picture.width + 8,
            .height = picture.height + 28};
}

rectangle dock_area(const icon_grid& grid, const screen_layout& screen, std::size_t icons)
{
    rectangle area{.x = grid.dock_inset,
                   .y = screen.height - grid.dock_height - grid.dock_inset,
                   .width = screen.width - 2 * grid.dock_inset,
                   .height = grid.dock_height};
    if (screen.pad) {
        area.width = static_cast<double>(icons) * (grid.icon + 26) + 26;
        area.x = (screen.width - area.width) / 2;
    }
    return area;
}

// A large widget takes the first two rows of the first page.
constexpr int widget_rows = 2;

view clock_widget(const icon_grid& grid, const rectangle& first, double width)
{
    const rectangle frame{
        .x = first.x, .y = first.y, .width = width, .height = grid.row + grid.icon + 4};
    view out{.frame = frame, .type = "Other", .label = "Calendar"};
    out.paint = [frame](canvas& on) {
        on.fill_gradient(frame, 22, rgb(0xffffff, 0.93), rgb(0xf4f0fa, 0.88));
        const double x = frame.x + 20;
        const double width = frame.width - 40;
        on.text({.x = x, .y = frame.y + 14, .width = width, .height = 20}, "TUESDAY",
                {.size = 13, .weight = font_weight::semibold, .ink = palette::red});
        on.text({.x = x, .y = frame.y + 34, .width = width, .height = 46}, "9 September",
                {.size = 32, .weight = font_weight::medium, .ink = rgb(0x1c1c1e)});
        on.fill_rounded({.x = x, .y = frame.y + 92, .width = 4, .height = 46}, 2, palette::blue);
        on.text({.x = x + 14, .y = frame.y + 90, .width = width - 14, .height = 26},
                "Phones in the loop",
                {.size = 16, .weight = font_weight::semibold, .ink = rgb(0x1c1c1e)});
        on.text({.x = x + 14, .y = frame.y + 114, .width = width - 14, .height = 24},
                "10:00 - 11:30", {.size = 14, .ink = palette::grey_text});
    };
    return out;
}

} // namespace

home_screen::home_screen(contents what,
                         wallpaper& behind,
                         std::function<void(std::string_view)> open)
    : contents_(std::move(what)), wallpaper_(behind), open_(std::move(open))
{
}

view home_screen::show(const screen_layout& screen)
{
    pager_.fit_pages(screen.width, contents_.pages.size());
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.scrolls = &pager_;
    page.paint = [this, screen](canvas& on) { wallpaper_.draw(on, screen.width, screen.height); };
    for (std::size_t number = 0; number < contents_.pages.size(); ++number)
        add_page(page, number, screen);
    page.children.push_back(page_dots(screen));
    page.children.push_back(dock(screen));
    return page;
}

void home_screen::add_page(view& page, std::size_t number, const screen_layout& screen) const
{
    const auto grid = grid_of(screen);
    const double shift = static_cast<double>(number) * screen.width - pager_.offset();
    view sheet{.frame = screen.whole()};
    sheet.frame.x = shift;
    int place_on_page = 0;
    if (number == 0) {
        auto first = slot(grid, screen, 0);
        const auto last = slot(grid, screen, 3);
        const double width = last.x + last.width - first.x;
        first.x += shift;
        sheet.children.push_back(clock_widget(grid, first, width));
        place_on_page = widget_rows * grid.columns;
    }
    for (const auto& each : contents_.pages[number]) {
        auto frame = slot(grid, screen, place_on_page++);
        frame.x += shift;
        sheet.children.push_back(icon(each, frame, true));
    }
    sheet.clips = true;
    page.children.push_back(std::move(sheet));
}

view home_screen::icon(const app_identity& which, const rectangle& picture, bool named) const
{
    view out{.frame = named ? with_name(picture) : picture,
             .type = "Icon",
             .label = std::string(which.name),
             .identifier = std::string(which.name)};
    out.on_tap = [this, bundle_id = which.bundle_id](place) { open_(bundle_id); };
    out.paint = [which, picture, named](canvas& on) {
        draw_icon(on, which.icon, picture);
        if (named)
            on.text({.x = picture.x - 16,
                     .y = picture.y + picture.height + 4,
                     .width = picture.width + 32,
                     .height = 18},
                    which.name, {.size = 12, .ink = palette::white, .align = alignment::centre});
    };
    return out;
}

view home_screen::dock(const screen_layout& screen) const
{
    const auto grid = grid_of(screen);
    const auto area = dock_area(grid, screen, contents_.dock.size());
    auto out = panel(area, grid.dock_inset > 0 ? 32 : 0, rgb(0xffffff, 0.28));
    const double padding = screen.pad ? 26 : grid.margin - area.x;
    const double pitch =
        (area.width - 2 * padding - grid.icon) / static_cast<double>(contents_.dock.size() - 1);
    double x = area.x + padding;
    for (const auto& each : contents_.dock) {
        const rectangle frame{.x = x,
                              .y = area.y + (area.height - grid.icon) / 2,
                              .width = grid.icon,
                              .height = grid.icon};
        out.children.push_back(icon(each, frame, false));
        x += pitch;
    }
    return out;
}

view home_screen::page_dots(const screen_layout& screen) const
{
    const auto grid = grid_of(screen);
    const auto below = dock_area(grid, screen, contents_.dock.size());
    const auto pages = contents_.pages.size();
    const rectangle frame{.x = screen.width / 2 - 40, .y = below.y - 30, .width = 80, .height = 20};
    view out{.frame = frame, .type = "PageIndicator", .label = "Page control"};
    out.value = "page " + std::to_string(page() + 1) + " of " + std::to_string(pages);
    out.paint = [frame, pages, shown = static_cast<std::size_t>(page())](canvas& on) {
        const double first = frame.x + frame.width / 2 - 8 * static_cast<double>(pages - 1);
        for (std::size_t i = 0; i < pages; ++i)
            on.fill_circle({.x = first + 16 * static_cast<double>(i), .y = frame.y + 10}, 3.6,
                           rgb(0xffffff, i == shown ? 1 : 0.45));
    };
    return out;
}

} // namespace thimble::virtualphone
