// What a page consists of: one description that is drawn, listed as elements, and touched.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"
#include "virtualphone/os/gestures/scroller.hpp"
#include "virtualphone/os/operating_system.hpp"

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

/// Gets every touch as it comes, as an app does that draws or plays.
class touch_target {
public:
    virtual ~touch_target() = default;
    virtual void touched(int finger, touch_phase phase, place where) = 0;
    /// The system took the finger away for a gesture of its own.
    virtual void touch_cancelled(int finger) = 0;
};

/// A part of a page, and the parts in it, the front-most last. Pages describe themselves anew
/// whenever they are asked, so a view holds no state; what its handlers refer to has to live as
/// long as the operating system. Frames are in points of the upright interface, not of the parent.
struct view { // NOLINTBEGIN(readability-redundant-member-init): designated initialisers may skip it
    rectangle frame;
    std::function<void(canvas&)> paint{}; // before the children; nothing: not drawn

    // What accessibility says about it; without a type it is not an element.
    std::string type{};
    std::string label{};
    std::string identifier{};
    std::optional<std::string> value{};
    bool enabled = true;

    // What it does when touched.
    std::function<void(place)> on_tap{};
    touch_target* touches = nullptr;
    scroller* scrolls = nullptr;
    bool opaque = false; // what lies behind cannot be touched through it
    bool clips = false;  // its children are drawn and touched only inside its frame

    std::vector<view> children{};
}; // NOLINTEND(readability-redundant-member-init)

void paint(const view& what, canvas& on);

/// The views at this place from the page down to the innermost, none when all let it through.
/// Valid as long as `page`.
std::vector<const view*> hit(const view& page, place where);

/// `what` as elements; views without a type are replaced by their children.
std::vector<element> elements_of(const view& what);

} // namespace thimble::virtualphone
