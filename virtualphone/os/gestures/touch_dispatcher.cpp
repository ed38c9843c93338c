#include "virtualphone/os/gestures/touch_dispatcher.hpp"

#include <cmath>
#include <ranges>

namespace thimble::virtualphone {
namespace {

scroller* scroller_under(const std::vector<const view*>& path, axis along)
{
    for (const auto* each : std::views::reverse(path))
        if (each->scrolls != nullptr && each->scrolls->along() == along)
            return each->scrolls;
    return nullptr;
}

touch_target* target_under(const std::vector<const view*>& path)
{
    for (const auto* each : std::views::reverse(path))
        if (each->touches != nullptr)
            return each->touches;
    return nullptr;
}

} // namespace

void touch_dispatcher::touch(int finger, touch_phase phase, place where, milliseconds at)
{
    if (phase == touch_phase::down && !recogniser_.any_finger_down()) {
        page_ = host_.front_page();
        under_ = hit(page_, where);
        receivers_.clear();
        dragged_ = nullptr;
        system_owns_it_ = false;
        grab_scrollers();
    }
    pass_on(finger, phase, where);
    for (const auto& each : recogniser_.touch(finger, phase, where, at))
        handle(each);
    if (!recogniser_.any_finger_down())
        let_go_of_scrollers(0, at);
}

void touch_dispatcher::advance(milliseconds now)
{
    for (const auto& each : recogniser_.advance(now))
        handle(each);
}

void touch_dispatcher::cancel(milliseconds now)
{
    recogniser_.cancel();
    take_touches_away();
    let_go_of_scrollers(0, now);
}

void touch_dispatcher::grab_scrollers()
{
    stopped_motion_ = false;
    for (const auto* each : under_)
        if (each->scrolls != nullptr) {
            stopped_motion_ = stopped_motion_ || each->scrolls->moving();
            each->scrolls->grab();
        }
}

void touch_dispatcher::let_go_of_scrollers(double velocity, milliseconds at)
{
    for (const auto* each : under_)
        if (each->scrolls != nullptr)
            each->scrolls->release(each->scrolls == dragged_ ? velocity : 0, at);
    dragged_ = nullptr;
    under_.clear();
}

void touch_dispatcher::pass_on(int finger, touch_phase phase, place where)
{
    if (phase == touch_phase::down) {
        auto* target =
            under_.empty() || system_owns_it_ ? nullptr : target_under(hit(page_, where));
        if (target == nullptr || receivers_.contains(finger))
            return;
        receivers_.emplace(finger, target);
    }
    const auto found = receivers_.find(finger);
    if (found == receivers_.end())
        return;
    auto* target = found->second;
    if (phase == touch_phase::up)
        receivers_.erase(found);
    target->touched(finger, phase, where);
}

void touch_dispatcher::take_touches_away()
{
    for (const auto& [finger, target] : receivers_)
        target->touch_cancelled(finger);
    receivers_.clear();
}

void touch_dispatcher::handle(const gesture& what)
{
    switch (what.kind) {
    case gesture_kind::tap:
        host_.recognised(what);
        tap(what);
        break;
    case gesture_kind::long_press:
        host_.recognised(what);
        break;
    case gesture_kind::pan_begin:
        begin_pan(what);
        break;
    case gesture_kind::pan_move:
        follow(what.where);
        break;
    case gesture_kind::pan_end:
        follow(what.where);
        if (system_owns_it_) {
            host_.edge_swiped(what);
            break;
        }
        host_.recognised(what);
        if (dragged_ != nullptr)
            let_go_of_scrollers(
                dragged_->along() == axis::vertical ? what.velocity.y : what.velocity.x, what.at);
        break;
    }
}

void touch_dispatcher::begin_pan(const gesture& what)
{
    last_ = what.start;
    if (host_.is_edge_swipe(what.start, what.where)) {
        system_owns_it_ = true;
        take_touches_away();
        return;
    }
    const bool upright =
        std::abs(what.where.y - what.start.y) >= std::abs(what.where.x - what.start.x);
    dragged_ = scroller_under(under_, upright ? axis::vertical : axis::horizontal);
    follow(what.where);
}

void touch_dispatcher::follow(place where)
{
    if (dragged_ != nullptr)
        dragged_->drag(dragged_->along() == axis::vertical ? where.y - last_.y : where.x - last_.x);
    last_ = where;
}

void touch_dispatcher::tap(const gesture& what)
{
    if (stopped_motion_)
        return;
    for (const auto* each : std::views::reverse(under_))
        if (each->on_tap) {
            const auto on_tap = each->on_tap; // it may change the page that it is a part of
            on_tap(what.where);
            return;
        }
}

} // namespace thimble::virtualphone
