// View of a page: one description that is drawn, listed as elements, and touched.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"
#include "virtualphone/os/model/phone_values.hpp"
#include "virtualphone/os/toolkit/scroller.hpp"
#include "virtualphone/os/toolkit/touch_responders.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace thimble::virtualphone {

bool contains(const rectangle& area, place where);
bool overlap(const rectangle& one, const rectangle& other);
place centre_of(const rectangle& area);
/// `area`, smaller by `amount` on every side.
rectangle inset(const rectangle& area, double amount);

/// A part of a page, and the parts in it, the front-most last. Pages describe themselves anew
/// whenever they are asked, so a view holds no state; what its handlers refer to has to live as
/// long as the operating system. Frames are in points of the upright interface, not of the parent.
struct view { // NOLINTBEGIN(readability-redundant-member-init): designated initialisers may skip it
    rectangle frame;
    std::function<void(canvas&)> paint{}; // before the children; nothing: not drawn

    // Accessibility's facts about it; without a type it is not an element.
    std::string type{};
    std::string label{};
    std::string identifier{};
    std::optional<std::string> value{};
    std::string placeholder{}; // of a field for text
    bool enabled = true;
    bool selected = false;

    // Its reactions to touches. The innermost view that does anything with taps gets them all.
    std::function<void(place)> on_tap{};
    std::function<void(place)> on_double_tap{}; // the tap before it has been told as a tap
    std::function<void(place)> on_triple_tap{};
    std::function<void(place)> on_long_press{};
    std::function<void()> on_swipe_back{}; // a swipe from the screen's left edge to the right
    bool tap_waits = false; // a tap is told only when it is sure not to become a double tap
    touch_target* touches = nullptr;
    scroller* scrolls = nullptr;
    movable_content* moves = nullptr;
    drag_source* drags = nullptr; // after a long press
    bool opaque = false;          // what lies behind cannot be touched through it
    bool clips = false;           // its children are drawn and touched only inside its frame
    place corner{};               // what `touches`, `moves` and `drags` take for (0, 0)

    std::vector<view> children{};
}; // NOLINTEND(readability-redundant-member-init)

/// The view and all in it, moved by `distance`, as a window of an app is. Its parts were made for
/// the place where it was, and learn nothing of the move.
view moved(view what, place distance);

void paint(const view& what, canvas& on);

/// The views at this place from the page down to the innermost, none when all let it through.
/// Valid as long as `page`.
std::vector<const view*> hit(const view& page, place where);

/// `what` as elements; views without a type are replaced by their children.
std::vector<element> elements_of(const view& what);

} // namespace thimble::virtualphone
