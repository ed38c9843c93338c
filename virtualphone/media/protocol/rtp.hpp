// Coded pictures as packets of RTP, by RFC 7798 and with what Apple adds to it.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

namespace thimble::virtualphone::media {

inline constexpr std::uint8_t video_payload_type = 100;
inline constexpr std::uint32_t rtp_clock = 24'000; // ticks a second, where the RFC has 90,000

/// One source of packets: numbers them, and counts what a sender's report tells.
class rtp_packetizer {
public:
    /// `largest`: bytes of a packet, at least 64.
    rtp_packetizer(std::uint32_t source, std::uint16_t first, std::size_t largest)
        : source_(source), next_(first), largest_(largest)
    {
    }

    /// Parameter sets share a packet where they fit into one. The last packet has the marker.
    std::vector<bytes> packets_of(std::span<const byte_view> units, std::uint32_t timestamp);

    std::uint32_t source() const noexcept { return source_; }
    std::uint32_t packets() const noexcept { return packets_; }
    std::uint32_t octets() const noexcept { return octets_; }

private:
    std::size_t room() const;
    void add(std::vector<bytes>& to, byte_view payload, std::uint32_t timestamp);
    void add_parameters(std::vector<bytes>& to,
                        std::span<const byte_view> units,
                        std::uint32_t timestamp);
    void add_unit(std::vector<bytes>& to, byte_view unit, std::uint32_t timestamp);

    std::uint32_t source_;
    std::uint16_t next_;
    std::size_t largest_;
    std::uint32_t packets_ = 0;
    std::uint32_t octets_ = 0; // of payload
};

} // namespace thimble::virtualphone::media
