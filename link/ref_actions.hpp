// Actions at elements that were seen before, rather than at a place or by a selector.
#pragma once

#include "link/lane.hpp"
#include "link/seen_element.hpp"
#include "link/text_actions.hpp"
#include "link/touch_actions.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace thimble::link {

/// A touch that can be asked for at an element seen before.
using ref_touch =
    std::variant<tap, double_tap, triple_tap, tap_and_hold, flick, pan, drag, hold_and_drag, pinch>;

/// A touch at elements that were seen. The result has `element`, or `from_element` and `to_element`
/// of those that a drag was asked for at.
struct touch_ref {
    static constexpr link::lane lane = link::lane::input;
    std::optional<seen_element> at; // where it is, or begins; none: at the coordinates in `what`
    std::optional<seen_element> to; // where a drag ends; none: at the coordinates in `what`

    /// Nothing has touched the phone since they were seen: they are where they were, and no tree is
    /// read. Else one fresh tree must show them, or the answer is STALE_FRAME.
    bool held = false;
    ref_touch what;

    friend bool operator==(const touch_ref&, const touch_ref&) = default;
};

/// Type into a field that was seen: it is tapped unless it has the keyboard already.
struct type_ref {
    static constexpr std::string_view name = "type-ref";
    static constexpr link::lane lane = link::lane::input;
    seen_element into;
    bool held = false;    // as of a touch
    bool focused = false; // it had the keyboard when it was seen
    type what;

    friend bool operator==(const type_ref&, const type_ref&) = default;
};

/// Look for what a selector names, without touching it. The result has `element` and `space`.
struct find_element {
    static constexpr std::string_view name = "find";
    static constexpr link::lane lane = link::lane::reads;
    std::string selector;
    bool in_text = true; // where it is not in the tree, in the text on a picture, which takes long

    friend bool operator==(const find_element&, const find_element&) = default;
};

/// Look at the screen until it is still, for so long at most. The result has `settled`.
struct settle {
    static constexpr std::string_view name = "settle";
    static constexpr link::lane lane = link::lane::frames;
    std::chrono::milliseconds limit{3000};

    friend bool operator==(const settle&, const settle&) = default;
};

} // namespace thimble::link
