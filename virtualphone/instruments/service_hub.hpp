// The hub of Instruments' services: starts and ends processes, and lists them.
#pragma once

#include "virtualphone/coredevice/shared_state.hpp"
#include "virtualphone/dtx/connection.hpp"
#include "virtualphone/phone/phone.hpp"

namespace thimble::virtualphone::instruments {

/// The channels "com.apple.instruments.server.services.processcontrol" and ".deviceinfo". The phone
/// and the state outlive the connections.
dtx::channel_opener channels(phone& device, coredevice::shared_state& shared);

/// Serves one connection of a host to its end. Fault name: "instruments".
boost::asio::awaitable<void>
serve_hub(std::unique_ptr<dtx::byte_line> line, phone& device, coredevice::shared_state& shared);

// The two channels' calls; the phone's software is at the present.
dtx::outcome control_processes(phone& device,
                               coredevice::shared_state& shared,
                               const boost::asio::any_io_executor& home,
                               const dtx::invocation& what);
dtx::outcome
tell_of_device(const phone& device, coredevice::shared_state& shared, const dtx::invocation& what);

} // namespace thimble::virtualphone::instruments
