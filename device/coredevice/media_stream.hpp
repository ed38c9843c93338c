// The phone's display as a stream of video: started, stopped, asked about.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace thimble::device::coredevice {

struct media_stream_request {
    std::vector<std::byte> offer;    // of the negotiation, as the phone's media services want it
    std::string receiver;            // addresses in the tunnel: of this computer, which has to have
    std::uint16_t receiver_port = 0; // the port open before it asks,
    std::string sender;              // and of the phone
    xpc::uuid session;               // another one each time
    std::int64_t display = 1;        // the phone's own
};

struct media_stream {
    /// Stays open for as long as the stream, and unused: another request on it ends the stream.
    remote_xpc connection;
    std::uint8_t payload_type = 100;
    std::uint16_t sender_port = 0;
    std::uint32_t session_source = 0; // SSRC of either end
    std::uint32_t phone_source = 0;
};

/// True where the phone sends its display: from iOS 27 on.
boost::asio::awaitable<result<bool>> offers_media_streams(core_device& of);

/// The first packets may come before this ends. Takes the place of another stream of the same
/// phone, whoever has it. `unsupported` before iOS 27.
boost::asio::awaitable<result<media_stream>>
start_media_stream(core_device& of, media_stream_request what, std::chrono::milliseconds within);

/// Stops every stream of the phone; there need not be one.
boost::asio::awaitable<result<void>> stop_media_streams(core_device& of);

} // namespace thimble::device::coredevice
