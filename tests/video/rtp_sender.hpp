// RTP packets as a phone sends them: RFC 7798, with a header extension of one word.
#pragma once

#include "tests/video/hevc_stream.hpp"

namespace thimble::tests {

using rtp_datagram = std::vector<std::byte>;

class rtp_sender {
public:
    std::uint16_t sequence = 0xfff0; // so that it soon begins anew
    std::uint32_t time = 0xffff'0000;
    std::uint32_t source = 0x11223344;
    std::uint8_t payload_type = 100;
    std::size_t longest_payload = 64;
    std::uint32_t time_step = 400;

    /// All packets of a picture: its parameters in one, a unit that is too long in several. The
    /// last one is marked.
    std::vector<rtp_datagram> packets_of(const coded_picture& picture);

    /// One packet with that payload.
    rtp_datagram packet(std::span<const std::byte> payload, bool marker);

    std::uint64_t wall = 0; // by NTP, of the next report

    /// A sender's report with an empty name (RTCP), and that count of its packets.
    rtp_datagram report(std::uint32_t sent_so_far = 0) const;

    std::uint32_t sent = 0; // packets that were made

private:
    void add_fragments(const nal_unit& unit, std::vector<std::vector<std::byte>>& payloads) const;
};

} // namespace thimble::tests
