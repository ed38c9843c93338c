// An open tunnel to a phone and the services above it.
#pragma once

#include "device/coredevice/core_device.hpp"
#include "device/coredevice/hardware_buttons.hpp"
#include "device/hid/client.hpp"
#include "device/tunnel/phone_tunnel.hpp"
#include "device/tunnel/tls_link.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <memory>

namespace thimble::device::coredevice {

/// Inputs that the sessions of a phone have left down, and that the next one lifts.
struct left_down_inputs {
    std::shared_ptr<hid::held_input> touches_and_keys;
    held_button button = std::make_shared<std::optional<hardware_button>>();
};

/// Home thread. All who ask a service share it until the answer has come, also where the tunnel is
/// lost meanwhile: the question fails then.
struct tunnel_session {
    tunnel_session(const boost::asio::any_io_executor& home,
                   std::unique_ptr<tunnel::phone_tunnel> through,
                   const host_identity& host,
                   left_down_inputs held,
                   std::shared_ptr<service_recorder> recorder);

    std::unique_ptr<tunnel::phone_tunnel> tunnel;
    core_device device;
    hardware_buttons buttons;
    hid::client input;
};

/// Begins TLS and a tunnel on the connection, and reads the directory of services. `recorder` is
/// nullptr unless all is recorded.
boost::asio::awaitable<result<std::shared_ptr<tunnel_session>>>
open_session(tunnel::service_connection over,
             host_identity host,
             left_down_inputs held,
             std::shared_ptr<service_recorder> recorder);

/// Reads the directory again: the developer image may have been mounted.
boost::asio::awaitable<result<void>> read_directory_again(tunnel_session& of);

} // namespace thimble::device::coredevice
