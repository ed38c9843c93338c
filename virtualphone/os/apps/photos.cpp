#include "virtualphone/os/apps/photos.hpp"

#include "virtualphone/os/apps/photo_drawing.hpp"
#include "virtualphone/os/toolkit/cell_grid.hpp"
#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double narrowest_photo_cell = 110; // points
constexpr double gap = 2;

std::string name_of(std::size_t number)
{
    return "Photo " + std::to_string(number + 1);
}

} // namespace

app_identity photos::who() const
{
    return {.bundle_id = "com.apple.mobileslideshow", .name = "Photos", .icon = app_icon::photos};
}

view photos::show(const screen_layout& screen)
{
    const bool turned_round = page_.width != screen.width;
    page_ = screen.whole();
    if (turned_round)
        keep_in_sight();
    return open_ ? open_photo(screen) : library(screen);
}

bool photos::advance(milliseconds now)
{
    const bool scrolled = library_scroll_.advance(now);
    const bool turned_page = pager_.advance(now);
    if (open_ && shown() != zoomed_photo_)
        zoom_out();
    return scrolled || turned_page;
}

view photos::library(const screen_layout& screen)
{
    view page{.frame = page_};
    page.opaque = true;
    page.paint = [whole = page_](canvas& on) { on.fill(whole, palette::white); };
    const auto area = navigation_bar::area_below(screen);
    view grid{.frame = area, .type = "CollectionView", .label = "Library"};
    grid.clips = true;
    grid.scrolls = &library_scroll_;
    const cell_grid cells({.x = screen.safe_side,
                           .y = area.y,
                           .width = screen.width - 2 * screen.safe_side,
                           .height = area.height},
                          narrowest_photo_cell, 0, gap);
    library_scroll_.set_limit(cells.height(count) + screen.safe_bottom - area.height);
    for (std::size_t number = 0; number < count; ++number) {
        const auto frame = cells.cell(number, library_scroll_.offset());
        view cell{.frame = frame, .type = "Cell", .label = name_of(number)};
        cell.identifier = cell.label;
        cell.on_tap = [this, number](place) { open(number); };
        cell.paint = [frame, number](canvas& on) { draw_photo(on, frame, number); };
        grid.children.push_back(std::move(cell));
    }
    page.children.push_back(std::move(grid));
    navigation_bar bar;
    bar.title = "Library";
    bar.ground = palette::white;
    page.children.push_back(bar.show(screen));
    return page;
}

view photos::open_photo(const screen_layout& screen)
{
    pager_.fit_pages(screen.width, count);
    view page{.frame = page_};
    page.opaque = true;
    page.scrolls = &pager_;
    page.paint = [whole = page_, ground = bars_ ? palette::white : palette::black](canvas& on) {
        on.fill(whole, ground);
    };
    const auto first = static_cast<std::size_t>(pager_.offset() / screen.width);
    for (auto number = first; number < std::min(first + 2, count); ++number)
        page.children.push_back(sheet(number, screen));
    if (bars_) {
        navigation_bar bar;
        bar.title = name_of(shown());
        bar.back = {.text = "Library", .pressed = [this] { open_ = false; }};
        bar.ground = palette::white;
        page.children.push_back(bar.show(screen));
    }
    return page;
}

view photos::sheet(std::size_t number, const screen_layout& screen)
{
    auto area = page_;
    area.x = static_cast<double>(number) * screen.width - pager_.offset();
    view out{.frame = area, .type = "Image", .label = name_of(number)};
    out.clips = true;
    out.moves = this;
    out.tap_waits = true;
    out.on_tap = [this](place) { bars_ = !bars_; };
    out.on_double_tap = [this](place where) {
        if (zoom_ > 1)
            zoom_out();
        else
            zoom_in(where);
    };
    auto frame = picture_frame(area);
    if (number == zoomed_photo_) {
        const auto middle = centre_of(frame);
        frame = {.x = middle.x + offset_.x - frame.width * zoom_ / 2,
                 .y = middle.y + offset_.y - frame.height * zoom_ / 2,
                 .width = frame.width * zoom_,
                 .height = frame.height * zoom_};
    }
    out.paint = [area, frame, number](canvas& on) {
        const canvas::clip clip(on, area);
        draw_photo(on, frame, number);
    };
    return out;
}

rectangle photos::picture_frame(const rectangle& around) const
{
    const double width = std::min(around.width, around.height * photo_aspect);
    const double height = width / photo_aspect;
    return {.x = around.x + (around.width - width) / 2,
            .y = around.y + (around.height - height) / 2,
            .width = width,
            .height = height};
}

void photos::open(std::size_t number)
{
    open_ = true;
    bars_ = true;
    pager_.fit_pages(page_.width, count);
    pager_.jump_to(static_cast<double>(number) * page_.width);
    zoom_out();
}

void photos::move_by(place distance)
{
    offset_.x += distance.x;
    offset_.y += distance.y;
}

void photos::scale_by(double factor, place about)
{
    const double wanted = std::clamp(zoom_ * factor, 1.0, nearest);
    const auto middle = centre_of(page_);
    const place from_middle{.x = about.x - middle.x, .y = about.y - middle.y};
    const double grows = wanted / zoom_;
    offset_ = {.x = from_middle.x - (from_middle.x - offset_.x) * grows,
               .y = from_middle.y - (from_middle.y - offset_.y) * grows};
    zoom_ = wanted;
}

void photos::zoom_in(place where)
{
    scale_by(double_tap_zoom, where);
    keep_in_sight();
}

void photos::zoom_out()
{
    zoomed_photo_ = shown();
    zoom_ = 1;
    offset_ = {};
}

void photos::keep_in_sight()
{
    const auto picture = picture_frame(page_);
    const double spare_x = std::max((picture.width * zoom_ - page_.width) / 2, 0.0);
    const double spare_y = std::max((picture.height * zoom_ - page_.height) / 2, 0.0);
    offset_.x = std::clamp(offset_.x, -spare_x, spare_x);
    offset_.y = std::clamp(offset_.y, -spare_y, spare_y);
}

nlohmann::json photos::state() const
{
    return {{"open", open_ ? nlohmann::json(shown()) : nlohmann::json(nullptr)},
            {"zoom", zoom_},
            {"offset", {{"x", offset_.x}, {"y", offset_.y}}},
            {"bars", bars_}};
}

} // namespace thimble::virtualphone
