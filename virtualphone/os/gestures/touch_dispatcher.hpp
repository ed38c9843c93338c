// Brings touches to what they are on: gestures to views, edge gestures to the system.
#pragma once

#include "virtualphone/os/gestures/tap_delivery.hpp"
#include "virtualphone/os/gestures/touch_recogniser.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace thimble::virtualphone {

/// Questions and reports of the dispatcher to the phone that it works for.
class touch_host {
public:
    virtual ~touch_host() = default;
    virtual view front_page() = 0;
    /// True if a drag from here in this direction belongs to the system rather than to the page.
    virtual bool is_edge_swipe(place start, place where) const = 0;
    virtual void edge_swiped(const gesture& end) = 0;
    virtual void recognised(const gesture& what) = 0; // for the log
};

class touch_dispatcher {
public:
    explicit touch_dispatcher(touch_host& host) : host_(host) {}

    /// `reported`: the moment by the clock of the host whose report tells of it.
    void touch(int finger,
               touch_phase phase,
               place where,
               milliseconds at,
               std::optional<milliseconds> reported = std::nullopt);
    /// True when something was due, so that the page may be another one now.
    bool advance(milliseconds now);

    /// The page is another one now: the fingers that are down do nothing more.
    void cancel(milliseconds now);

private:
    void begin(place where);
    void pass_on(int finger, touch_phase phase, place where);
    void take_touches_away();
    void grab_scrollers();
    void let_go_of_scrollers(double velocity, milliseconds at);

    void handle(const gesture& what);
    void begin_pan(const gesture& what);
    bool begins_swipe_back(const gesture& what);
    void end_swipe_back(const gesture& what);
    void follow(place where);
    void end_pan(const gesture& what);
    void let_go_of_content();
    void tap(gesture what);
    void long_press(const gesture& what);
    void begin_pair(const gesture& what);
    void follow_pair(const gesture& what);

    touch_host& host_;
    touch_recogniser recogniser_;
    view page_;                      // as it was when the first finger came down
    std::vector<const view*> under_; // the leading finger, from page_ inwards
    struct receiver {
        touch_target* target = nullptr;
        place corner; // which it takes for (0, 0)
    };
    std::map<int, receiver> receivers_;
    bool stopped_motion_ = false; // a finger that stops a moving list taps nothing
    bool system_owns_it_ = false;
    std::function<void()> swipe_back_; // what a swipe from the left edge does, while there is one

    tap_delivery taps_;

    // Follows the fingers now: at most one of these three.
    scroller* scrolled_ = nullptr;
    movable_content* moved_ = nullptr;
    place corner_;                   // which that, or what is carried, takes for (0, 0)
    drag_source* carried_ = nullptr; // from the long press on
    gesture last_;                   // how far it has followed
};

} // namespace thimble::virtualphone
