#include "virtualphone/os/springboard/surfaces/app_switcher.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double shrunk = 0.62;     // a card's size, as a part of the screen's
constexpr double gap = 18;          // points between cards
constexpr double far_enough = 0.14; // of the screen's height: pushed up this far, an app ends
constexpr double corner = 22;

rectangle first_card(const screen_layout& screen)
{
    const double width = screen.width * shrunk;
    const double height = screen.height * shrunk;
    return {.x = (screen.width - width) / 2,
            .y = (screen.height - height) / 2 + 14,
            .width = width,
            .height = height};
}

void draw_title(canvas& on, const app_identity& who, const rectangle& card)
{
    constexpr double icon = 26;
    draw_icon(on, who.icon,
              {.x = card.x + 6, .y = card.y - icon - 10, .width = icon, .height = icon});
    on.text({.x = card.x + icon + 14,
             .y = card.y - icon - 10,
             .width = card.width - icon - 14,
             .height = icon},
            who.name, {.size = 15, .weight = font_weight::semibold, .ink = palette::white});
}

} // namespace

void app_switcher::open()
{
    at_newest_ = true;
}

void app_switcher::close()
{
    pictures_.clear();
    pushes_.clear();
}

view app_switcher::show(const screen_layout& screen)
{
    view page{.frame = screen.whole(), .type = "Other", .label = "App Switcher"};
    page.identifier = "AppSwitcherContentView";
    page.opaque = true;
    page.scrolls = &cards_;
    page.on_tap = [this](place) { host_.go_home(); };
    page.paint = [this, screen](canvas& on) {
        wallpaper_.draw(on, screen.width, screen.height);
        on.fill(screen.whole(), rgb(0x15152a, 0.45));
    };
    frames_.clear();
    auto frame = first_card(screen);
    const double pitch = frame.width + gap;
    const auto& recent = apps_.recent();
    const double limit = std::max(pitch * (static_cast<double>(recent.size()) - 1), 0.0);
    cards_.set_limit(limit);
    if (std::exchange(at_newest_, false))
        cards_.jump_to(limit);
    frame.x += limit - cards_.offset(); // older ones are further left
    for (app* each : recent) {
        page.children.push_back(card(*each, frame, screen));
        frame.x -= pitch;
    }
    if (recent.empty())
        page.children.push_back(
            label(screen.whole(), "No Recent Apps",
                  {.size = 20, .ink = rgb(0xffffff, 0.8), .align = alignment::centre}));
    return page;
}

view app_switcher::card(app& which, const rectangle& frame, const screen_layout& screen)
{
    const auto who = which.who();
    frames_[who.bundle_id] = frame;
    auto lifted = frame;
    for (const auto& [finger, push] : pushes_)
        if (push.bundle_id == who.bundle_id)
            lifted.y -= push.up;
    view out{.frame = lifted, .type = "Button", .label = std::string(who.name)};
    out.identifier = "card:" + std::string(who.bundle_id);
    out.touches = this;
    out.on_tap = [this, bundle_id = who.bundle_id](place) { host_.open(bundle_id); };
    out.paint = [this, &which, lifted, screen](canvas& on) {
        if (overlap(lifted, screen.whole()))
            draw_card(on, which, lifted, screen);
    };
    return out;
}

void app_switcher::draw_card(canvas& on,
                             app& which,
                             const rectangle& frame,
                             const screen_layout& screen)
{
    const auto who = which.who();
    auto& picture = pictures_[who.bundle_id];
    if (!picture) {
        picture = std::make_unique<canvas>(static_cast<int>(std::lround(screen.width_px * shrunk)),
                                           static_cast<int>(std::lround(screen.height_px * shrunk)),
                                           on.scale() * shrunk);
        paint(which.show(screen), *picture);
    }
    draw_title(on, who, frame);
    const canvas::clip inside(on, frame, corner);
    on.draw(*picture, {.x = frame.x, .y = frame.y});
}

std::string_view app_switcher::card_at(place where) const
{
    const auto found = std::ranges::find_if(
        frames_, [&](const auto& each) { return contains(each.second, where); });
    return found == frames_.end() ? std::string_view() : found->first;
}

void app_switcher::touched(int finger, touch_phase phase, place where)
{
    if (phase == touch_phase::down)
        pushes_[finger] = {.bundle_id = card_at(where), .from = where};
    const auto found = pushes_.find(finger);
    if (found == pushes_.end())
        return;
    auto& push = found->second;
    const double up = push.from.y - where.y;
    push.up = up > std::abs(where.x - push.from.x) ? up : 0;
    if (phase != touch_phase::up)
        return;
    const auto bundle_id = push.bundle_id;
    const auto frame = frames_.find(bundle_id);
    const bool ends =
        frame != frames_.end() && push.up > frame->second.height / shrunk * far_enough;
    pushes_.erase(found);
    if (ends && host_.terminate(bundle_id) && apps_.recent().empty())
        host_.go_home();
}

void app_switcher::touch_cancelled(int finger)
{
    pushes_.erase(finger);
}

} // namespace thimble::virtualphone
