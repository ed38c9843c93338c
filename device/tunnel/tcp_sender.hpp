// The half of a TCP connection that sends: what is on its way, and what has to go again.
#pragma once

#include "device/tunnel/byte_queue.hpp"
#include "device/tunnel/round_trip.hpp"
#include "device/tunnel/tcp_segment.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace thimble::device::tunnel {

/// Places in the stream are counted in 64 bits, from the first byte behind the SYN on; the FIN
/// takes one. There is no congestion control: the link below keeps order, loses nothing and slows
/// its writer down, so that the peer's window is the only limit.
class tcp_sender {
public:
    using time = std::chrono::steady_clock::time_point;

    /// Up to `most` bytes wait to be sent or acknowledged.
    tcp_sender(std::size_t most, round_trip::duration least_wait);

    /// Our SYN, which had the number `first`, was acknowledged.
    void start(sequence first, std::size_t segment_bytes);

    std::size_t append(std::span<const std::byte> bytes);
    std::size_t free() const noexcept { return finishing_ ? 0 : queue_.free(); }

    bool all_acknowledged() const noexcept { return queue_.empty(); }

    /// A FIN follows what was appended.
    void finish() noexcept { finishing_ = true; }
    bool finished() const noexcept { return finish_acknowledged_; }

    /// The acknowledgement and window of a segment of the peer; `window` is in bytes. False when
    /// it acknowledges what was never sent.
    bool take(const tcp_segment& segment, std::uint64_t window, time now);

    struct piece {
        sequence number = 0;
        std::size_t offset = 0; // in what is not acknowledged
        std::size_t bytes = 0;
        bool last = false; // nothing waits behind it
        bool fin = false;
    };

    /// The piece to be sent now, which counts as sent with that.
    std::optional<piece> next(time now);
    void copy(const piece& what, std::span<std::byte> to) const { queue_.copy(what.offset, to); }

    /// The peer has to be asked for its window; true once for each time.
    bool takes_probe();

    /// The number in front of everything that is not acknowledged: of no use to the peer, which
    /// answers therefore.
    sequence probe_number() const { return number_of(acknowledged_) - 1; }
    sequence next_number() const { return number_of(sent_); }

    /// The time at which next() or takes_probe() may have something although nothing has arrived.
    time due() const noexcept { return due_; }

    /// It was sent again as often as makes sense.
    bool given_up() const noexcept;

private:
    sequence number_of(std::uint64_t place) const { return first_ + static_cast<sequence>(place); }
    std::uint64_t data_end() const { return acknowledged_ + queue_.size(); }
    bool on_its_way() const { return sent_ > acknowledged_; }
    bool waits_for_window() const;
    void advance(std::uint64_t count, time now);
    void count_duplicate();
    void recover();
    void expire(time now);
    std::optional<piece> next_again();
    std::optional<piece> next_new(time now);
    piece piece_at(std::uint64_t place, std::size_t bytes) const;

    byte_queue queue_; // from acknowledged_ on
    round_trip round_trip_;
    std::size_t segment_bytes_ = 0;
    sequence first_ = 0;
    std::uint64_t acknowledged_ = 0;
    std::uint64_t sent_ = 0;
    std::uint64_t edge_ = 0; // of the peer's window
    std::uint64_t largest_window_ = 0;
    std::optional<sequence> window_number_; // of the segment that the window is from
    bool finishing_ = false;
    bool finish_acknowledged_ = false;

    time due_ = time::max();
    int tries_ = 0;
    int duplicates_ = 0;
    std::uint64_t recovered_at_ = 0; // while something is lost: where that has ended
    bool recovering_ = false;
    bool again_ = false;
    bool probe_ = false;
    std::optional<std::uint64_t> timed_; // a place behind a segment whose answer is timed
    time timed_at_{};
};

} // namespace thimble::device::tunnel
