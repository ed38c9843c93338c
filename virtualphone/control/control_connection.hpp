// One HTTP connection to the control.
#pragma once

#include "virtualphone/control/switchboard.hpp"
#include "virtualphone/phone/device_ports.hpp"
#include "virtualphone/phone/open_connections.hpp"

#include <cstddef>
#include <memory>

namespace thimble::virtualphone::control {

/// Shared by the server and its connections; home thread only.
struct control_state {
    control_state(std::vector<controlled_phone> phones, world& around)
        : calls(std::move(phones), around)
    {
    }

    switchboard calls;
    mux::open_connections connections;
    std::size_t clients = 0;
};

/// Answers requests in order until the client goes or has been idle for five minutes. Headers may
/// have 16 KiB, a body 1 MiB.
boost::asio::awaitable<void> serve_control(stream client, std::shared_ptr<control_state> state);

} // namespace thimble::virtualphone::control
