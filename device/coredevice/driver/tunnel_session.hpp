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

/// Home thread. All who ask a service share it until the answer has come, also where the tunnel is
/// lost meanwhile: the question fails then.
struct tunnel_session {
    tunnel_session(const boost::asio::any_io_executor& home,
                   std::unique_ptr<tunnel::phone_tunnel> through,
                   const host_identity& host,
                   std::shared_ptr<hid::held_input> held);

    std::unique_ptr<tunnel::phone_tunnel> tunnel;
    core_device device;
    hardware_buttons buttons;
    hid::client input;
};

/// Begins TLS and a tunnel on the connection, and reads the directory of services. `held` is what
/// the sessions of the phone have left down.
boost::asio::awaitable<result<std::shared_ptr<tunnel_session>>> open_session(
    tunnel::service_connection over, host_identity host, std::shared_ptr<hid::held_input> held);

/// Reads the directory again: the developer image may have been mounted.
boost::asio::awaitable<result<void>> read_directory_again(tunnel_session& of);

} // namespace thimble::device::coredevice
