// The table of actions: each link action and the function that performs it.
#pragma once

#include "daemon/actions/performance.hpp"
#include "device/phone.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>

namespace thimble::daemon {

class phone_frames;
class picture_pool;
class text_reader;

/// What an action has to work with. The pool and the reader outlive every action.
struct stage {
    std::shared_ptr<device::phone> phone;
    std::optional<link::coordinate_space> made_for; // the space of the coordinates, if it has any
    picture_pool* pictures = nullptr;
    std::shared_ptr<phone_frames> frames = {}; // of that phone; empty: nobody sees what is done
    text_reader* texts = nullptr;              // nullptr: no text is read on pictures

    /// How long a state may take to show after the phone has done what leads to it: longer than any
    /// animation of the system.
    std::chrono::milliseconds patience{3000};
};

/// Performs whichever action it is. Home thread; ends early when cancelled, with the finger lifted
/// where the driver can do that. An input has ended for the pictures when this has. To add an
/// action, add its overload below.
boost::asio::awaitable<performance> perform(stage on, link::action what);

boost::asio::awaitable<performance> perform_one(stage on, link::screenshot what);
boost::asio::awaitable<performance> perform_one(stage on, link::select what);

// What fingers do.
boost::asio::awaitable<performance> perform_one(stage on, link::tap what);
boost::asio::awaitable<performance> perform_one(stage on, link::double_tap what);
boost::asio::awaitable<performance> perform_one(stage on, link::triple_tap what);
boost::asio::awaitable<performance> perform_one(stage on, link::tap_and_hold what);
boost::asio::awaitable<performance> perform_one(stage on, link::flick what);
boost::asio::awaitable<performance> perform_one(stage on, link::pan what);
boost::asio::awaitable<performance> perform_one(stage on, link::drag what);
boost::asio::awaitable<performance> perform_one(stage on, link::hold_and_drag what);
boost::asio::awaitable<performance> perform_one(stage on, link::pinch what);

// What is on the screen, touches at it, and several actions in a row.
boost::asio::awaitable<performance> perform_one(stage on, link::elements what);
boost::asio::awaitable<performance> perform_one(stage on, link::find_element what);
boost::asio::awaitable<performance> perform_one(stage on, link::touch_element what);
boost::asio::awaitable<performance> perform_one(stage on, link::touch_ref what);
boost::asio::awaitable<performance> perform_one(stage on, link::type_ref what);
boost::asio::awaitable<performance> perform_one(stage on, link::settle what);
boost::asio::awaitable<performance> perform_one(stage on, link::batch what);

// What the phone as a whole does.
boost::asio::awaitable<performance> perform_one(stage on, link::home what);
boost::asio::awaitable<performance> perform_one(stage on, link::lock what);
boost::asio::awaitable<performance> perform_one(stage on, link::unlock what);
boost::asio::awaitable<performance> perform_one(stage on, link::spotlight what);
boost::asio::awaitable<performance> perform_one(stage on, link::app_switcher what);
boost::asio::awaitable<performance> perform_one(stage on, link::control_center what);
boost::asio::awaitable<performance> perform_one(stage on, link::notification_center what);
boost::asio::awaitable<performance> perform_one(stage on, link::escape what);
boost::asio::awaitable<performance> perform_one(stage on, link::volume_up what);
boost::asio::awaitable<performance> perform_one(stage on, link::volume_down what);
boost::asio::awaitable<performance> perform_one(stage on, link::siri what);
boost::asio::awaitable<performance> perform_one(stage on, link::action_button what);
boost::asio::awaitable<performance> perform_one(stage on, link::rotate what);
boost::asio::awaitable<performance> perform_one(stage on, link::keypress what);

// Text, the clipboard, apps, addresses.
boost::asio::awaitable<performance> perform_one(stage on, link::type what);
boost::asio::awaitable<performance> perform_one(stage on, link::copy_text what);
boost::asio::awaitable<performance> perform_one(stage on, link::read_clipboard what);
boost::asio::awaitable<performance> perform_one(stage on, link::list_apps what);
boost::asio::awaitable<performance> perform_one(stage on, link::front_app what);
boost::asio::awaitable<performance> perform_one(stage on, link::open_app what);
boost::asio::awaitable<performance> perform_one(stage on, link::terminate_app what);
boost::asio::awaitable<performance> perform_one(stage on, link::open_url what);
boost::asio::awaitable<performance> perform_one(stage on, link::shortcut what);

} // namespace thimble::daemon
