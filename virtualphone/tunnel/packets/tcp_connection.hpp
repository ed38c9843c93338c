// One TCP connection that a host has opened to a port of the phone.
#pragma once

#include "virtualphone/tunnel/packets/packet.hpp"

#include <chrono>

namespace thimble::virtualphone::tunnel {

/// Without sockets and clocks of its own: segments are put in with take(), packets come out of
/// next_packet(). Made for a link that loses and reorders nothing: what arrives out of turn is
/// dropped and asked for again, and what is lost is sent again from there on.
class tcp_connection {
public:
    using time = std::chrono::steady_clock::time_point;

    static constexpr std::size_t receive_limit = std::size_t{1}
                                                 << 20U;             // bytes that wait for read()
    static constexpr std::size_t send_limit = std::size_t{1} << 20U; // and for the host

    struct route {
        address phone;
        address host;
        std::uint16_t phone_port = 0;
        std::uint16_t host_port = 0;
        std::size_t largest_packet = 0; // in both directions
    };

    /// `opening` is the host's SYN.
    tcp_connection(const route& way,
                   const tcp_segment& opening,
                   std::uint32_t first_sequence,
                   time now);

    void take(const tcp_segment& segment, time now);

    /// To be called until it gives nothing, whenever something has happened, and at due().
    std::optional<bytes> next_packet(time now);

    /// time::max() when nothing will happen by itself.
    time due() const;

    /// Nothing is left to do, and nobody would notice if it were gone.
    bool over() const;

    bool established() const noexcept { return established_; }

    // The service's end.
    std::size_t readable() const noexcept { return in_.size(); }
    std::size_t read(std::span<std::uint8_t> to);
    /// No more bytes will come.
    bool at_end() const noexcept { return broken_ || (host_finished_ && in_.empty()); }
    bool broken() const noexcept { return broken_; }
    /// Number of the bytes that it has taken.
    std::size_t write(byte_view from);
    /// Sends what is still to be sent, and then the end.
    void close(time now);
    void abort();

    // Faults.
    void shut_window() { window_shut_ = true; } // for ever
    void fall_silent() { silent_ = true; }      // half-open: as if the phone knew nothing of it

private:
    void take_acknowledgment(const tcp_segment& segment, time now);
    void take_payload(const tcp_segment& segment);
    bool take_timer(time now);
    std::optional<bytes> next_of_data(time now);
    bytes packet(tcp_segment segment);
    std::uint32_t end_of_data() const;
    std::size_t room() const;
    void fail();

    route way_;
    std::size_t largest_payload_;
    bool established_ = false;
    bool broken_ = false;
    bool reset_due_ = false;
    bool silent_ = false;
    bool window_shut_ = false;

    byte_buffer in_;
    std::uint32_t expected_; // the host's next number
    std::uint32_t offered_;  // the end of the window that the host knows of
    bool host_finished_ = false;
    bool acknowledge_ = false;

    byte_buffer out_; // from unacknowledged_ on
    std::uint32_t unacknowledged_;
    std::uint32_t next_;          // to be sent
    std::uint32_t highest_;       // that has been sent
    std::size_t host_window_ = 0; // bytes from unacknowledged_ on
    std::uint8_t host_shift_ = 0;
    bool scaled_ = false;
    bool closing_ = false;
    bool end_acknowledged_ = false;

    std::chrono::steady_clock::duration retransmission_timeout_;
    time timer_ = time::max();
    time leave_at_ = time::max(); // a host that does not end its half is left
    int tries_ = 0;
};

} // namespace thimble::virtualphone::tunnel
