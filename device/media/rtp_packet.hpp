// Packets of RTP (RFC 3550) as values.
#pragma once

#include "device/media/nal_unit.hpp"

namespace thimble::device::media {

struct rtp_packet {
    std::uint8_t payload_type = 0;
    bool marker = false; // of a picture's last packet
    std::uint16_t sequence = 0;
    std::uint32_t time = 0;
    std::uint32_t source = 0; // SSRC
    byte_view payload;        // without padding
};

/// Nothing for what is malformed. Contributing sources and the header's extension are passed over.
std::optional<rtp_packet> parse_rtp(byte_view datagram);

/// A sender's own times and its count of packets, as it tells them now and then.
struct sender_report {
    std::uint32_t source = 0;
    std::uint32_t time = 0;    // of its packets' clock, when this was sent
    std::uint64_t wall = 0;    // the same moment by NTP: the lower half is behind the seconds
    std::uint32_t packets = 0; // so far
};

/// Of a datagram of RTCP that begins with such a report, as those of senders do.
std::optional<sender_report> parse_sender_report(byte_view datagram);

/// True for a packet of RTCP, which comes to the same port (RFC 5761).
bool is_rtcp(byte_view datagram);

} // namespace thimble::device::media
