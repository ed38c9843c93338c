// A host's request for a media stream.
#pragma once

#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/media/protocol/offer.hpp"
#include "virtualphone/media/session.hpp"

#include <expected>
#include <string>

namespace thimble::virtualphone::coredevice {

struct media_request {
    media::media_offer offer;
    media::stream_receiver receiver;
    std::string sender_address; // of the phone, as the host has written it
    std::string receiver_address;
    std::string codec_features; // of the bank that the phone has chosen
    xpc::uuid client_session;
};

/// Every type is exact, and what the phone cannot do is refused.
std::expected<media_request, refusal> read_media_request(const xpc::dictionary& input,
                                                         const tunnel::datagram_socket& from);

} // namespace thimble::virtualphone::coredevice
