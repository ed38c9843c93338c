// Elements on the screen of a phone, in the space of its screenshots.
#pragma once

#include "daemon/actions/screen_state/action_context.hpp"
#include "daemon/report/action_result.hpp"
#include "gesture/touch_path.hpp"
#include "screen/geometry.hpp"
#include "selectors/screen_element.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

/// The elements that can be seen or touched, as they are drawn, and the interface that shows them.
struct screen_elements {
    std::vector<service::screen_element> elements; // with an alert in front, those of the alert
    std::vector<service::screen_element> covered;  // by the alert: a touch does not reach them
    bool has_alert = false;
    bool alert_is_foreign = false; // to the app whose tree this is
    bool has_keyboard = false;
    std::string app = {}; // what the app in front is called, as far as the tree says
    link::coordinate_space space;
    screen::interface shown;
    screen::pixel_size panel; // native, portrait

    /// The middle of what is on the screen of an element.
    gesture::point middle_of(const service::screen_element& element) const;

    /// Size of the part of it that is on the screen, in points.
    screen::point_size size_of(const service::screen_element& element) const;
};

/// Leaves out what is not on the panel, what only holds others together, and the app itself: it is
/// named like its icon and its title, and fills the screen.
/// `alert`: what the phone tells of one, by which it is known where it has no type of its own.
screen_elements elements_on_screen(const device::element_list& tree,
                                   screen::pixel_size panel,
                                   const std::optional<device::alert>& alert = {});

/// To find out which field has the keyboard, the phone may have to be asked again.
enum class focus : std::uint8_t { left_open, told };

/// Reads them for the action `what`. A read: the refusal's outcome is not_sent.
boost::asio::awaitable<std::expected<screen_elements, refusal>>
read_elements(action_context on, link::action what, focus wanted = focus::left_open);

} // namespace thimble::daemon
