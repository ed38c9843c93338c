// Reasons for the end of a link, and what they mean for the next.
#pragma once

#include "daemon/uplink/reconnect.hpp"
#include "http/websocket/message_pump.hpp"

#include <chrono>
#include <string>

namespace thimble::daemon {

/// End of a link, or of the attempt at one.
struct disconnect_reason {
    ending how = ending::failed;
    std::string problem;               // a sentence for a person
    std::chrono::milliseconds held{0}; // since the welcome; 0: it never was one
};

/// It was not reached, or makes no sense.
disconnect_reason failed_link(std::string problem);

/// There is no WebSocket.
disconnect_reason refused_link(const service::websocket::refused& why);

/// It was a link, or nearly.
disconnect_reason end_of(const service::websocket::message_pump::outcome& how);

} // namespace thimble::daemon
