// The table of actions: each link action and the function that performs it.
#pragma once

#include "daemon/actions/screen_state/action_context.hpp"
#include "daemon/report/action_result.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::daemon {

/// Performs whichever action it is. Home thread; ends early when cancelled, with the finger lifted
/// where the driver can do that. An input has ended for the pictures when this has. To add an
/// action, add its overload below.
boost::asio::awaitable<action_outcome> perform(action_context on, link::action what);

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::screenshot what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::select what);

// Touches.
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::tap what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::double_tap what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::triple_tap what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::tap_and_hold what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::flick what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::pan what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::drag what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::hold_and_drag what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::pinch what);

// Elements on the screen, touches at them, and several actions in a row.
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::elements what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::find_element what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::touch_element what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::touch_ref what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::type_ref what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::settle what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::batch what);

// Actions of the phone as a whole.
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::home what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::lock what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::unlock what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::spotlight what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::app_switcher what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::control_center what);
boost::asio::awaitable<action_outcome> perform_one(action_context on,
                                                   link::notification_center what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::escape what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::volume_up what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::volume_down what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::siri what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::action_button what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::rotate what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::keypress what);

// Text, the clipboard, apps, addresses.
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::type what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::copy_text what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::read_clipboard what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::list_apps what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::front_app what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::open_app what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::terminate_app what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::open_url what);
boost::asio::awaitable<action_outcome> perform_one(action_context on, link::shortcut what);

} // namespace thimble::daemon
