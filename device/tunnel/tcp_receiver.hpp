// The half of a TCP connection that receives: order, window, end.
#pragma once

#include "device/tunnel/byte_queue.hpp"
#include "device/tunnel/early_bytes.hpp"
#include "device/tunnel/tcp_segment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace thimble::device::tunnel {

/// Places in the stream are counted in 64 bits, from the first byte behind the SYN on.
class tcp_receiver {
public:
    /// A window of up to `window` bytes is offered. Windows are said in units of
    /// 2^`window_shift`, where the peer knows of that.
    tcp_receiver(std::size_t window, std::uint8_t window_shift);

    /// The peer's SYN has come, which has the number `first`.
    void start(sequence first, bool scales_windows);

    /// The acknowledged number: the one that comes next.
    sequence expected() const noexcept { return first_ + static_cast<sequence>(next_); }

    /// True if a segment lies in the window at least in part, or at its edge: what it says counts.
    bool acceptable(const tcp_segment& segment) const;

    enum class took : std::uint8_t { nothing, in_order, early };

    /// The payload and FIN of an acceptable segment.
    took take(const tcp_segment& segment);

    /// The window to announce now.
    std::uint16_t window_to_offer();

    /// So much more room than was said that it has to be said.
    bool has_news_of_window() const;

    std::size_t readable() const noexcept { return queue_.size(); }
    std::size_t read(std::span<std::byte> to);

    /// Nothing more comes; what has come may still be read.
    bool finished() const noexcept { return finished_; }

    /// Nobody reads any more.
    void drop_all();

private:
    std::uint64_t place_of(sequence number) const;
    void append(std::span<const std::byte> bytes, std::uint64_t at);
    std::uint64_t edge_now() const;

    byte_queue queue_;
    early_bytes early_;
    sequence first_ = 0;
    std::uint8_t shift_;
    std::uint64_t next_ = 0; // the place of what comes next; includes the FIN
    std::uint64_t edge_ = 0; // where the window ends that was offered
    std::optional<std::uint64_t> end_;
    bool finished_ = false;
};

} // namespace thimble::device::tunnel
