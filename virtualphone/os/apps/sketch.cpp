#include "virtualphone/os/apps/sketch.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <array>
#include <cstdio>

namespace thimble::virtualphone {
namespace {

constexpr std::size_t strokes_kept = 200;
constexpr std::size_t samples_kept = 20'000; // of one stroke
constexpr double grid_step = 50;             // points

std::string written_place(place where)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "(%.1f, %.1f)", where.x, where.y);
    return text.data();
}

void draw_paper(canvas& on, const rectangle& area)
{
    on.fill(area, rgb(0xfffdf7));
    for (double x = grid_step; x < area.width; x += grid_step)
        on.fill({.x = x, .y = 0, .width = 0.5, .height = area.height}, rgb(0xe6e1d3));
    for (double y = grid_step; y < area.height; y += grid_step)
        on.fill({.x = 0, .y = y, .width = area.width, .height = 0.5}, rgb(0xe6e1d3));
}

void draw_stroke(canvas& on, const std::vector<place>& stroke)
{
    on.stroke_line(stroke, 4, rgb(0x2a5bd7));
    on.fill_circle(stroke.front(), 7, rgb(0x34c759, 0.85));
    on.fill_circle(stroke.back(), 5, rgb(0xff3b30, 0.9));
}

nlohmann::json to_json(const std::vector<place>& stroke)
{
    auto points = nlohmann::json::array();
    for (const auto& each : stroke)
        points.push_back(nlohmann::json::array({each.x, each.y}));
    return points;
}

} // namespace

app_identity sketch::who() const
{
    return {.bundle_id = "com.thimble.sketch",
            .name = "Sketch",
            .icon = app_icon::sketch,
            .system = false};
}

view sketch::show(const screen_layout& screen)
{
    const auto whole = screen.whole();
    view page{.frame = whole, .type = "Other", .label = "Canvas", .identifier = "canvas"};
    page.touches = this;
    page.paint = [this, whole](canvas& on) {
        draw_paper(on, whole);
        draw_strokes(on);
    };
    const rectangle line{.x = screen.safe_side + 16,
                         .y = screen.safe_top + 8,
                         .width = screen.width - 2 * screen.safe_side - 32,
                         .height = 30};
    const auto said = last_ ? written_place(*last_) : std::string("Touch anywhere");
    auto text = label(line, said,
                      {.size = 20,
                       .weight = font_weight::semibold,
                       .ink = rgb(0x3a3a3c),
                       .align = alignment::centre});
    text.identifier = "coordinates";
    page.children.push_back(std::move(text));
    return page;
}

void sketch::draw_strokes(canvas& on) const
{
    for (const auto& each : strokes_)
        draw_stroke(on, each);
    for (const auto& [finger, each] : unfinished_)
        draw_stroke(on, each);
}

void sketch::touched(int finger, touch_phase phase, place where)
{
    auto& stroke = unfinished_[finger];
    if (stroke.size() < samples_kept)
        stroke.push_back(where);
    last_ = where;
    if (phase != touch_phase::up)
        return;
    strokes_.push_back(std::move(stroke));
    unfinished_.erase(finger);
    ++count_;
    if (strokes_.size() > strokes_kept)
        strokes_.pop_front();
}

void sketch::touch_cancelled(int finger)
{
    unfinished_.erase(finger);
}

nlohmann::json sketch::state() const
{
    auto kept = nlohmann::json::array();
    for (const auto& each : strokes_)
        kept.push_back(to_json(each));
    return {{"strokes", count_},
            {"points", strokes_.empty() ? nlohmann::json::array() : to_json(strokes_.back())},
            {"drawn", std::move(kept)}};
}

} // namespace thimble::virtualphone
