#include "virtualphone/wda/routes/scrolling.hpp"

#include "virtualphone/wda/automation/snapshot.hpp"
#include "virtualphone/wda/routes/gesture_target.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr double touched_part = 0.75;   // of the frame, at most for one drag
constexpr double shortest_drag = 20;    // points: less would be a touch
constexpr double scroll_speed = 300;    // points a second
constexpr milliseconds held_still{500}; // before and after a drag
constexpr std::string_view scrolling_domain = "com.facebook.WebDriverAgent";

std::unexpected<refusal> refuse_scrolling(std::string_view why)
{
    return std::unexpected(
        refusal{errors::invalid_element_state, printed_error(scrolling_domain, 1, why)});
}

rectangle shared_part(const rectangle& one, const rectangle& other)
{
    const double left = std::max(one.x, other.x);
    const double top = std::max(one.y, other.y);
    return {.x = left,
            .y = top,
            .width = std::max(std::min(one.x + one.width, other.x + other.width) - left, 0.0),
            .height = std::max(std::min(one.y + one.height, other.y + other.height) - top, 0.0)};
}

double limited(double way, double extent)
{
    return std::clamp(way, -std::floor(extent * touched_part), std::floor(extent * touched_part));
}

boost::asio::awaitable<void> drag_once(automation& agent, const rectangle& frame, place way)
{
    if (std::hypot(way.x, way.y) < shortest_drag)
        co_return;
    const auto start = [](double from, double extent, double along) {
        return std::floor(from + extent * (along < 0 ? touched_part : 1 - touched_part));
    };
    const place from{.x = start(frame.x, frame.width, way.x),
                     .y = start(frame.y, frame.height, way.y)};
    const std::chrono::duration<double> moving(std::hypot(way.x, way.y) / scroll_speed);
    finger_path finger(0);
    finger.down(from, milliseconds(0));
    finger.move({.x = from.x + way.x, .y = from.y + way.y}, held_still, moving);
    finger.up(held_still + moving + held_still);
    co_await agent.play_when_idle({.steps = finger.steps(), .length = finger.steps().back().at});
}

/// Fills `path` with what leads from `in` to `wanted`, both included.
bool find_path(const element& in, const element& wanted, std::vector<const element*>& path)
{
    path.push_back(&in);
    const bool here = &in == &wanted || std::ranges::any_of(in.children, [&](const element& child) {
        return find_path(child, wanted, path);
    });
    if (!here)
        path.pop_back();
    return here;
}

bool scrolls(const element& one)
{
    static constexpr std::array<std::string_view, 4> types{"ScrollView", "CollectionView", "Table",
                                                           "WebView"};
    return one.visible && std::ranges::find(types, one.type) != types.end();
}

int visible_cells(const element& in)
{
    int count = in.type == "Cell" && in.visible ? 1 : 0;
    for (const element& child : in.children)
        count += visible_cells(child);
    return count;
}

/// The next thing to do so that an element shows.
struct scroll_step {
    bool visible = false;
    rectangle frame; // of the scroll view, as far as it is on the screen
    place way;       // where the finger has to go
};

/// The part of the element's cell that is cut off decides once the element is visible.
scroll_step step_to(const element& wanted, const element& cell, const rectangle& frame)
{
    constexpr double part = 0.5; // of the frame at a time
    if (wanted.visible) {
        const rectangle shown = shared_part(cell.frame, frame);
        return {
            .visible = true,
            .frame = frame,
            .way = {.x = shown.width - cell.frame.width, .y = shown.height - cell.frame.height}};
    }
    const place to{.x = wanted.frame.x + wanted.frame.width / 2,
                   .y = wanted.frame.y + wanted.frame.height / 2};
    const auto direction = [](double at, double from, double extent) {
        return at < from ? 1.0 : at >= from + extent ? -1.0 : 0.0;
    };
    return {.frame = frame,
            .way = {.x = direction(to.x, frame.x, frame.width) * frame.width * part,
                    .y = direction(to.y, frame.y, frame.height) * frame.height * part}};
}

/// From the application's points into the screen's.
scroll_step on_screen(automation& agent, scroll_step step)
{
    if (step.frame.width <= 0)
        return step;
    const rectangle seen = on_screen(agent, step.frame);
    const double factor = seen.width / step.frame.width;
    step.frame = seen;
    step.way = {.x = step.way.x * factor, .y = step.way.y * factor};
    return step;
}

std::expected<scroll_step, refusal> next_step(automation& agent, const std::string& element_id)
{
    const snapshot seen(agent);
    const auto wanted = seen.find(element_id);
    if (!wanted)
        return std::unexpected(wanted.error());
    std::vector<const element*> path;
    find_path(seen.tree(), **wanted, path);
    std::ranges::reverse(path);
    const auto view = std::ranges::find_if(
        path, [](const element* each) { return scrolls(*each) && visible_cells(*each) > 1; });
    if (view == path.end()) {
        if ((*wanted)->visible)
            return scroll_step{.visible = true, .frame = {}, .way = {}};
        return refuse_scrolling("Failed to find scrollable visible parent with 2 visible children");
    }
    const auto cell =
        std::ranges::find_if(path, [](const element* each) { return each->type == "Cell"; });
    const element& whole = cell == path.end() ? **wanted : **cell;
    return on_screen(agent,
                     step_to(**wanted, whole, shared_part((*view)->frame, seen.tree().frame)));
}

} // namespace

boost::asio::awaitable<void> scroll_by(automation& agent, rectangle frame, place way)
{
    constexpr int most_drags = 20;
    for (int drag = 0; drag < most_drags && std::hypot(way.x, way.y) > 1; ++drag) {
        const place once{.x = limited(way.x, frame.width), .y = limited(way.y, frame.height)};
        if (once.x == 0 && once.y == 0)
            co_return;
        co_await drag_once(agent, frame, once);
        way = {.x = way.x - once.x, .y = way.y - once.y};
    }
}

boost::asio::awaitable<std::expected<void, refusal>> scroll_to_element(automation& agent,
                                                                       std::string element_id)
{
    constexpr int most_times = 25;
    auto step = next_step(agent, element_id);
    if (step && step->visible) // however little of it
        co_return std::expected<void, refusal>();
    for (int times = 0; step && !step->visible; ++times) {
        if (times == most_times)
            co_return refuse_scrolling(
                "Failed to perform scroll with visible cell due to max scroll count reached");
        co_await scroll_by(agent, step->frame, step->way);
        co_await agent.wait_until_still(agent.options().animation_cool_off_timeout());
        step = next_step(agent, element_id);
    }
    if (!step)
        co_return std::unexpected(step.error());
    co_await scroll_by(agent, step->frame, step->way);
    co_return std::expected<void, refusal>();
}

} // namespace thimble::virtualphone::wda
