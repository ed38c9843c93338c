// Puts RTP packets into the order in which they were sent, and sees which are missing.
#pragma once

#include "device/media/rtp_packet.hpp"

#include <chrono>
#include <functional>
#include <map>

namespace thimble::device::media {

/// Packets that come in order, as all do in a tunnel, are handed over at once and never copied.
class reorder_buffer {
public:
    using time = std::chrono::steady_clock::time_point;

    struct limits {
        std::size_t packets = 128; // that wait for one before them
        std::size_t bytes = 1U << 20;
        std::chrono::milliseconds wait{30}; // for one
        int longest_jump = 3'000;           // beyond, the packets are numbered anew (RFC 3550 A.1)
    };

    /// A packet in its turn.
    struct ordered {
        const rtp_packet& packet;
        time arrived;
        bool after_loss = false; // one or more are missing before it
    };
    using handler = std::function<void(const ordered&)>;

    reorder_buffer(handler on_packet, limits within)
        : on_packet_(std::move(on_packet)), limits_(within)
    {
    }

    void take(const rtp_packet& packet, time arrived);

    /// Gives up on packets that have been waited for until `now`.
    void give_up(time now);

    /// Another sender's packets follow: those of the one before are not waited for.
    void forget();

    /// The time at which give_up() has something to do; time::max() while nothing is waited for.
    time due() const;

    /// All that have come, or are known to be missing before one that has.
    std::uint64_t known() const;

    std::uint64_t lost() const noexcept { return lost_; } // packets
    std::uint64_t late() const noexcept { return late_; } // or come twice: dropped

private:
    struct kept_packet {
        rtp_packet packet; // its payload is the bytes below
        bytes payload;
        time arrived;
    };

    std::int64_t place_of(std::uint16_t sequence) const;
    void hand_over(const rtp_packet& packet, time arrived);
    void hand_over_kept();
    void skip_to_first();
    void begin_anew(const rtp_packet& packet, time arrived);
    void keep(std::int64_t place, const rtp_packet& packet, time arrived);
    bool full() const;

    handler on_packet_;
    limits limits_;
    std::optional<std::int64_t> next_; // the place that is expected, from the first packet on
    std::map<std::int64_t, kept_packet> kept_;
    std::size_t kept_bytes_ = 0;
    bool after_loss_ = false;
    std::optional<std::uint16_t> stray_; // the number after one that was far behind
    std::uint64_t passed_ = 0;           // handed over or lost
    std::uint64_t lost_ = 0;
    std::uint64_t late_ = 0;
};

} // namespace thimble::device::media
