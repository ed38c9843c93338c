// The CoreDevice services of a phone, each in a file of its name; all are served to the
// connection's end.
#pragma once

#include "virtualphone/coredevice/conversation.hpp"
#include "virtualphone/tunnel/network.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone::coredevice {

boost::asio::awaitable<void> serve_device_info(conversation& with);
boost::asio::awaitable<void> serve_app_service(conversation& with);
boost::asio::awaitable<void> serve_screen_capture(conversation& with);
boost::asio::awaitable<void> serve_pasteboard(conversation& with);
boost::asio::awaitable<void> serve_device_control(conversation& with);
boost::asio::awaitable<void> serve_buttons(conversation& with);
boost::asio::awaitable<void> serve_universal_hid(conversation& with);
boost::asio::awaitable<void> serve_hid_keys(conversation& with);
boost::asio::awaitable<void> serve_display(conversation& with);

/// The socket for what an app writes, before the app is launched: tells the identifier by which a
/// launch names it, and is silent then.
boost::asio::awaitable<void> serve_standard_io(tunnel::tunnel_stream over);

} // namespace thimble::virtualphone::coredevice
