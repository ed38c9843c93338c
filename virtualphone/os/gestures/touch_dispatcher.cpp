// From fingers to views: the first finger decides on the page and on the views under it; taps,
// long presses, pans and pairs of fingers go to the innermost of them that wants such a thing,
// or to the system.
#include "virtualphone/os/gestures/touch_dispatcher.hpp"

#include <cmath>
#include <ranges>
#include <utility>

namespace thimble::virtualphone {
namespace {

/// The innermost view for which `does` is true.
template <class Predicate>
const view* innermost(const std::vector<const view*>& path, Predicate does)
{
    for (const auto* each : std::views::reverse(path))
        if (does(*each))
            return each;
    return nullptr;
}

bool scrolls_along(const view& what, axis along)
{
    return what.scrolls != nullptr && what.scrolls->along() == along;
}

double along(const scroller& which, place distance)
{
    return which.along() == axis::vertical ? distance.y : distance.x;
}

place between(place from, place to)
{
    return {.x = to.x - from.x, .y = to.y - from.y};
}

} // namespace

void touch_dispatcher::touch(int finger,
                             touch_phase phase,
                             place where,
                             milliseconds at,
                             std::optional<milliseconds> reported)
{
    if (phase == touch_phase::down && !recogniser_.any_finger_down())
        begin(where);
    pass_on(finger, phase, where);
    for (const auto& each : recogniser_.touch(finger, phase, where, at, reported))
        handle(each);
    if (!recogniser_.any_finger_down())
        let_go_of_scrollers(0, at);
}

bool touch_dispatcher::advance(milliseconds now)
{
    bool any = false;
    for (const auto& each : recogniser_.advance(now)) {
        handle(each);
        any = true;
    }
    if (!recogniser_.any_finger_down() && taps_.tell_due(now))
        any = true;
    return any;
}

void touch_dispatcher::cancel(milliseconds now)
{
    recogniser_.cancel();
    taps_.forget();
    take_touches_away();
    if (auto* carried = std::exchange(carried_, nullptr))
        carried->put_back();
    swipe_back_ = nullptr;
    let_go_of_content();
    let_go_of_scrollers(0, now);
}

void touch_dispatcher::begin(place where)
{
    // A copy, into which the views under the fingers point: the page may be drawn anew meanwhile.
    page_ = host_.front_page();
    under_ = hit(page_, where);
    receivers_.clear();
    scrolled_ = nullptr;
    moved_ = nullptr;
    carried_ = nullptr;
    system_owns_it_ = false;
    swipe_back_ = nullptr;
    grab_scrollers();
}

void touch_dispatcher::grab_scrollers()
{
    // A finger that stops a list which still rolls is no tap on what lies there.
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
            each->scrolls->release(each->scrolls == scrolled_ ? velocity : 0, at);
    scrolled_ = nullptr;
    under_.clear();
}

void touch_dispatcher::pass_on(int finger, touch_phase phase, place where)
{
    if (phase == touch_phase::down) {
        if (under_.empty() || system_owns_it_ || receivers_.contains(finger))
            return;
        const auto path = hit(page_, where);
        const auto* target = innermost(path, [](const view& it) { return it.touches != nullptr; });
        if (target == nullptr)
            return;
        receivers_.emplace(finger, receiver{.target = target->touches, .corner = target->corner});
    }
    const auto found = receivers_.find(finger);
    if (found == receivers_.end())
        return;
    const auto [target, corner] = found->second;
    if (phase == touch_phase::up)
        receivers_.erase(found);
    target->touched(finger, phase, between(corner, where));
}

void touch_dispatcher::take_touches_away()
{
    for (const auto& [finger, to] : receivers_)
        to.target->touch_cancelled(finger);
    receivers_.clear();
}

void touch_dispatcher::handle(const gesture& what)
{
    if (what.kind != gesture_kind::tap)
        taps_.tell_waiting(); // what follows it is no second tap
    switch (what.kind) {
    case gesture_kind::tap:
        return tap(what);
    case gesture_kind::long_press:
        return long_press(what);
    case gesture_kind::pan_begin:
        return begin_pan(what);
    case gesture_kind::pan_move:
        return follow(what.where);
    case gesture_kind::pan_end:
        return end_pan(what);
    case gesture_kind::two_fingers_begin:
        return begin_pair(what);
    case gesture_kind::two_fingers_move:
        return follow_pair(what);
    case gesture_kind::two_fingers_end:
        follow_pair(what);
        let_go_of_content();
        return host_.recognised(what);
    }
}

void touch_dispatcher::begin_pan(const gesture& what)
{
    last_ = what;
    last_.where = what.start;
    // After a long press the finger carries what it has lifted, and scrolls nothing.
    if (what.held && carried_ != nullptr)
        return follow(what.where);
    if (host_.is_edge_swipe(what.start, what.where)) {
        system_owns_it_ = true;
        take_touches_away();
        return;
    }
    if (begins_swipe_back(what))
        return;
    const auto way = between(what.start, what.where);
    const auto direction = std::abs(way.y) >= std::abs(way.x) ? axis::vertical : axis::horizontal;
    const auto* follower = innermost(under_, [&](const view& it) {
        return scrolls_along(it, direction) ||
               (it.moves != nullptr && it.moves->follows_one_finger());
    });
    if (follower == nullptr)
        return;
    corner_ = follower->corner;
    if (follower->moves != nullptr && follower->moves->follows_one_finger())
        moved_ = follower->moves;
    else
        scrolled_ = follower->scrolls;
    follow(what.where);
}

bool touch_dispatcher::begins_swipe_back(const gesture& what)
{
    constexpr double edge = 20; // points from the left
    const auto way = between(what.start, what.where);
    if (what.start.x > page_.frame.x + edge || way.x <= std::abs(way.y))
        return false;
    const auto* const page =
        innermost(under_, [](const view& it) { return static_cast<bool>(it.on_swipe_back); });
    if (page != nullptr)
        swipe_back_ = page->on_swipe_back;
    return page != nullptr;
}

/// It counts when it is thrown, or drawn over half of the page and not pushed back.
void touch_dispatcher::end_swipe_back(const gesture& what)
{
    constexpr double thrown = 300; // points a second
    const auto go_back = std::exchange(swipe_back_, nullptr);
    const bool far_enough = what.where.x - what.start.x > page_.frame.width / 2;
    if (go_back && (what.velocity.x > thrown || (far_enough && what.velocity.x > -thrown)))
        go_back();
}

void touch_dispatcher::follow(place where)
{
    const auto distance = between(last_.where, where);
    last_.where = where;
    if (carried_ != nullptr)
        carried_->carry_to(between(corner_, where));
    else if (moved_ != nullptr)
        moved_->move_by(distance);
    else if (scrolled_ != nullptr)
        scrolled_->drag(along(*scrolled_, distance));
}

void touch_dispatcher::end_pan(const gesture& what)
{
    follow(what.where);
    if (system_owns_it_)
        return host_.edge_swiped(what);
    host_.recognised(what);
    end_swipe_back(what);
    let_go_of_content();
    if (auto* carried = std::exchange(carried_, nullptr))
        carried->drop(between(corner_, what.where));
    else if (scrolled_ != nullptr)
        let_go_of_scrollers(along(*scrolled_, what.velocity), what.at);
}

void touch_dispatcher::let_go_of_content()
{
    if (auto* moved = std::exchange(moved_, nullptr))
        moved->let_go();
}

void touch_dispatcher::tap(gesture what)
{
    const auto* target = tap_target(under_);
    if (stopped_motion_)
        taps_.end_series();
    what.taps = taps_.count(what, target);
    host_.recognised(what);
    if (target != nullptr && !stopped_motion_)
        taps_.tell(what, *target);
}

void touch_dispatcher::long_press(const gesture& what)
{
    host_.recognised(what);
    taps_.end_series();
    const auto* target =
        innermost(under_, [](const view& it) { return it.on_long_press || it.drags != nullptr; });
    if (target == nullptr || stopped_motion_)
        return;
    carried_ = target->drags;
    corner_ = target->corner;
    if (const auto on_long_press = target->on_long_press)
        on_long_press(what.where);
}

void touch_dispatcher::begin_pair(const gesture& what)
{
    last_ = what;
    last_.where = what.start;
    last_.scale = 1;
    last_.radians = 0;
    const auto* target = innermost(under_, [](const view& it) { return it.moves != nullptr; });
    if (target != nullptr) {
        moved_ = target->moves;
        corner_ = target->corner;
    } else if (!what.pinched && !what.rotated) {
        const auto way = between(what.start, what.where);
        const auto direction =
            std::abs(way.y) >= std::abs(way.x) ? axis::vertical : axis::horizontal;
        target = innermost(under_, [&](const view& it) { return scrolls_along(it, direction); });
        scrolled_ = target == nullptr ? nullptr : target->scrolls;
    }
    follow_pair(what);
}

void touch_dispatcher::follow_pair(const gesture& what)
{
    follow(what.where);
    if (moved_ != nullptr) {
        const auto about = between(corner_, what.where);
        moved_->scale_by(what.scale / last_.scale, about);
        moved_->turn_by(what.radians - last_.radians, about);
    }
    last_ = what;
}

} // namespace thimble::virtualphone
