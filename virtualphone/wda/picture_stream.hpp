// One client of WebDriverAgent's MJPEG stream.
#pragma once

#include "virtualphone/phone/device_ports.hpp"
#include "virtualphone/wda/runner_process.hpp"

#include <memory>

namespace thimble::virtualphone::wda {

/// Silent until the client has sent anything at all; then a frame at every tick of the framerate
/// that is set, changed or not. A client that reads slowly misses frames.
boost::asio::awaitable<void> serve_pictures(stream client, std::shared_ptr<runner_process> runner);

} // namespace thimble::virtualphone::wda
