// Actions that the service asks of a phone: one struct each, with the arguments of the REST
// contract.
#pragma once

#include "link/app_actions.hpp"
#include "link/device_commands.hpp"
#include "link/ref_actions.hpp"
#include "link/text_actions.hpp"
#include "link/touch_actions.hpp"
#include "screen/crop.hpp"
#include "screen/picture.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thimble::link {

/// Take a picture of the screen.
struct screenshot {
    static constexpr std::string_view name = "screenshot";
    static constexpr link::lane lane = link::lane::frames;
    screen::picture_format format = screen::picture_format::png;
    int quality = 80;    // 1..100, for jpeg and webp
    int max_edge = 1344; // pixels of the longest edge

    /// Only this part, in pixels of the command's space, cut from the picture as large as the panel
    /// shows it; `max_edge` then only shrinks. It lies within the space and is not empty.
    std::optional<screen::area> part = {};

    bool fresh = false; // captured after this has come, whatever pictures there are already

    friend bool operator==(const screenshot&, const screenshot&) = default;
};

/// Make the phone the active one of its desktop. Touches nothing.
struct select {
    static constexpr std::string_view name = "select";
    static constexpr link::lane lane = link::lane::reads;

    friend bool operator==(const select&, const select&) = default;
};

/// A touch that can also be asked for at an element.
using touch = std::variant<tap, double_tap, triple_tap, tap_and_hold, flick, drag, pinch>;

/// A touch at whatever the selector names when the touch's turn has come. The coordinates in `what`
/// are not looked at. The result has `element`, or `from_element` and `to_element` for a drag.
struct touch_element {
    static constexpr link::lane lane = link::lane::input;
    std::string selector;    // "the Save button"; of a drag, where it begins
    std::string to_selector; // of a drag alone
    touch what;

    friend bool operator==(const touch_element&, const touch_element&) = default;
};

/// Everything that can be a step of a batch.
using step = std::variant<tap,
                          double_tap,
                          triple_tap,
                          tap_and_hold,
                          flick,
                          pan,
                          drag,
                          hold_and_drag,
                          pinch,
                          touch_element,
                          keypress,
                          type,
                          home,
                          lock,
                          unlock,
                          spotlight,
                          app_switcher,
                          control_center,
                          notification_center,
                          escape,
                          volume_up,
                          volume_down,
                          siri,
                          action_button,
                          rotate,
                          open_app,
                          open_url,
                          copy_text,
                          read_clipboard,
                          shortcut,
                          touch_ref,
                          type_ref,
                          terminate_app>;

/// Several actions with nothing else between them; the first failure ends it. The result has
/// `steps`.
struct batch {
    static constexpr std::string_view name = "batch";
    static constexpr link::lane lane = link::lane::input;
    std::vector<step> steps; // 1..32

    friend bool operator==(const batch&, const batch&) = default;
};

namespace detail {

template <class Variant, class... More>
struct extended;

template <class... Kinds, class... More>
struct extended<std::variant<Kinds...>, More...> {
    using type = std::variant<Kinds..., More...>;
};

} // namespace detail

using action = detail::extended<step,
                                screenshot,
                                select,
                                list_apps,
                                front_app,
                                elements,
                                find_element,
                                settle,
                                batch>::type;

/// The action's name, the same in routes, jobs, journal, log and metrics.
std::string_view name_of(const action& what);

/// True for the name of a touch: at a place, or at an element ("tap", "tap-select", "tap-ref").
bool names_touch(std::string_view action);

lane lane_of(const action& what);

/// Time that the action's arguments ask for on the phone; zero where they say nothing of it.
std::chrono::milliseconds duration_of(const action& what);

/// True where anything in it is at a place of the screenshot.
bool has_coordinates(const action& what);

/// A step of a batch as an action of its own.
action to_action(const step& one);

} // namespace thimble::link
