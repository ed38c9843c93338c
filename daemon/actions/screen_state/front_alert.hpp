// The alert in front of everything else, as the accessibility tree tells of it.
#pragma once

#include "daemon/report/action_result.hpp"
#include "device/phone.hpp"
#include "gesture/touch_path.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

/// Which elements of a tree an alert covers: all but its own, and the keyboard that types into it.
class alert_cover {
public:
    /// Of the tree's last visible alert; else of its sheet; else, with what the phone has told of
    /// an alert, of what shows the same. Covers nothing where there is none of them.
    alert_cover(const std::vector<device::element>& tree, const std::optional<device::alert>& told);

    bool has_alert() const { return !in_front_.empty(); }

    /// True if it covers the element with this index.
    bool covers(std::size_t index) const { return !in_front_.empty() && !in_front_.at(index); }

    /// True if a finger at this point of the interface meets neither the alert nor a keyboard.
    /// Beside a sheet it meets something: it puts the sheet away.
    bool covers(gesture::point where) const;

private:
    struct rectangle {
        double x = 0;
        double y = 0;
        double width = 0;
        double height = 0;
    };

    std::vector<bool> in_front_;     // of each element; empty where there is no alert
    std::optional<rectangle> frame_; // of an alert that nothing but its buttons puts away
    std::vector<rectangle> keyboards_;
};

/// ACTION_FAILED with the cause `alert_in_front`: what the action was meant for lies under the
/// alert, and nothing was sent. `message` says what is covered.
refusal covered_by(const device::alert& in_front, std::string message);

/// The alert that covers the place of a touch, if the phone is known to show one; nothing where the
/// touch may go ahead. Reads from the phone only when an alert is known.
boost::asio::awaitable<std::optional<device::alert>> alert_over(device::phone& phone,
                                                                gesture::point where);

} // namespace thimble::daemon
