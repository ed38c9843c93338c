// From the datagrams of one stream to its encoded pictures.
#pragma once

#include "device/media/sent_packets.hpp"
#include "device/media/unit_assembler.hpp"

namespace thimble::device::media {

/// No input or output, and no clock: times come with what is taken.
class video_receiver {
public:
    using time = reorder_buffer::time;

    struct options {
        std::uint64_t stream = 1;
        reorder_buffer::limits order{};
        time::duration coding{}; // of the pictures of an earlier stream, where there was one
    };

    video_receiver(options how, unit_assembler::handler on_picture);
    video_receiver(const video_receiver&) = delete;
    video_receiver& operator=(const video_receiver&) = delete;

    void take(byte_view datagram, time arrived);

    /// The phone's own word: only packets of that type are of the stream, and those of that source
    /// rather than of any other. Until it is told, as pictures may come sooner, both are those of
    /// the first packet whose type a sender has chosen itself.
    void expect(std::uint8_t payload_type, std::optional<std::uint32_t> source = {})
    {
        type_ = payload_type;
        agreed_source_ = source;
    }

    /// Gives up on packets that do not come; due() says when.
    void give_up(time now);
    time due() const;

    bool waits_for_key() const noexcept { return pictures_.waits_for_key(); }

    struct counts {
        std::uint64_t packets = 0; // of video
        std::uint64_t reports = 0; // RTCP, which a phone sends once in a second
        std::uint64_t others = 0;  // of another kind, or malformed
    };
    const counts& counted() const noexcept { return counts_; }
    std::uint64_t lost_packets() const noexcept { return order_.lost(); }
    std::uint64_t dropped_pictures() const noexcept { return pictures_.dropped(); }
    const std::string& problem() const noexcept { return pictures_.problem(); }
    time::duration coding() const noexcept { return clock_.coding(); }

    /// Arrival of the last packet of any kind, and of the last one of video; nothing before.
    const std::optional<time>& heard() const noexcept { return heard_; }
    const std::optional<time>& seen() const noexcept { return seen_; }

private:
    void compare(const sender_report& told, time arrived);
    bool is_of_stream(const rtp_packet& packet);
    bool replaces_source(const rtp_packet& packet);

    sender_clock clock_;
    unit_assembler pictures_;
    reorder_buffer order_;
    std::optional<std::uint8_t> type_;
    std::optional<std::uint32_t> source_; // of the stream's packets
    std::optional<std::uint32_t> agreed_source_;
    std::optional<std::uint32_t> rival_; // that has sent since the stream's source did,
    int rival_packets_ = 0;              // so many
    sent_packets sent_;
    std::chrono::milliseconds wait_;   // for a packet that has been sent
    time missing_due_ = time::max();   // while the phone has sent more than came
    std::uint64_t missing_behind_ = 0; // of the packets known, those after which some were lost
    counts counts_;
    std::optional<time> heard_;
    std::optional<time> seen_;
};

} // namespace thimble::device::media
