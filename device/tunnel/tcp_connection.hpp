// One TCP connection, without input, output or clock: RFC 9293 as far as a link needs it that
// keeps the order and loses little.
#pragma once

#include "device/tunnel/tcp_receiver.hpp"
#include "device/tunnel/tcp_sender.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace thimble::device::tunnel {

struct tcp_path {
    ipv6_address local_address{};
    ipv6_address remote_address{};
    std::uint16_t local_port = 0;
    std::uint16_t remote_port = 0;
    std::size_t most_received_packet = 0; // bytes, with the headers
    std::size_t most_sent_packet = 0;
};

struct tcp_settings {
    using duration = std::chrono::steady_clock::duration;

    std::size_t receive_window = 4UL << 20; // bytes
    std::size_t send_buffer = 1UL << 20;
    duration opening_limit = std::chrono::seconds(10);
    duration keep_alive_after = std::chrono::seconds(10); // of silence
    duration dead_after = std::chrono::seconds(15);       // of silence
    duration least_wait = std::chrono::milliseconds(200); // before something is sent again
    duration closing_limit = std::chrono::seconds(5);     // for what was written before close()
    duration time_wait = std::chrono::seconds(1);
};

enum class tcp_end : std::uint8_t {
    none,
    closed,     // by both, in order
    refused,    // nothing listens there
    unanswered, // it was never open
    reset,      // by the peer
    timed_out,  // the peer was silent, or has not acknowledged
    aborted,    // by us
};

class tcp_connection {
public:
    using time = std::chrono::steady_clock::time_point;

    enum class role : std::uint8_t { opens, accepts };

    /// `first` is the number of our SYN: hard to guess, and another one each time.
    tcp_connection(
        const tcp_path& path, const tcp_settings& settings, role which, sequence first, time now);

    const tcp_path& path() const noexcept { return path_; }

    /// A segment for these ports. Its payload is copied.
    void take(const tcp_segment& segment, time now);

    /// Writes the next packet that is to be sent, and returns its length; 0 when there is none
    /// until something arrives, is read or written, or due() has come. `room` has
    /// path().most_sent_packet bytes.
    std::size_t write_packet(std::span<std::byte> room, time now);
    time due() const;

    bool open() const noexcept { return state_ == state::open; }
    tcp_end end() const noexcept { return end_; }

    std::size_t readable() const noexcept { return receiver_.readable(); }
    std::size_t read(std::span<std::byte> to) { return receiver_.read(to); }

    /// So much was read that the peer has to be told, by write_packet().
    bool has_news() const { return state_ == state::open && receiver_.has_news_of_window(); }

    /// The peer has ended its stream; what came before may still be read.
    bool input_ended() const noexcept { return receiver_.finished(); }

    /// Takes what fits.
    std::size_t write(std::span<const std::byte> bytes);
    std::size_t writable() const noexcept { return state_ == state::open ? sender_.free() : 0; }

    /// The peer has acknowledged all that was written.
    bool all_acknowledged() const noexcept { return sender_.all_acknowledged(); }

    /// Has the peer say now how far it has come, by write_packet(): it may put off what it has to
    /// say of a few bytes, by up to 0.5 s (RFC 9293, 3.8.6.3), but answers a probe at once.
    void ask_for_acknowledgement() noexcept { probes_ = state_ == state::open; }

    /// Everything has been written; reading goes on.
    void shut_writing();

    /// Nobody reads or writes any more: what was written is sent, up to the limit of time.
    void close(time now);
    void abort(time now);

    /// Nothing is left to do; the connection may be forgotten.
    bool over(time now) const;

private:
    enum class state : std::uint8_t { listening, asked, answered, open, ended };

    void take_opening(const tcp_segment& segment, time now);
    void take_listening(const tcp_segment& segment, time now);
    bool take_crossing(const tcp_segment& segment, time now);
    bool take_reset(const tcp_segment& segment, time now);
    bool take_acknowledgement(const tcp_segment& segment, time now);
    void take_payload(const tcp_segment& segment, time now);
    void take_ended(const tcp_segment& segment, time now);
    void learn_options(const tcp_segment& segment);
    void begin_sending(const tcp_segment& segment, time now);
    void end_with(tcp_end how, time now);
    void end_when_both_have(time now);
    void check_time(time now);
    void check_silence(time now);
    void answer_stray(const tcp_segment& segment, time now);

    tcp_segment basic() const;
    std::size_t finish_packet(std::span<std::byte> room, tcp_segment& segment);
    std::size_t write_opening(std::span<std::byte> room, time now);
    std::size_t write_piece(std::span<std::byte> room, const tcp_sender::piece& what);
    std::size_t write_reset(std::span<std::byte> room);

    tcp_path path_;
    tcp_settings settings_;
    tcp_receiver receiver_;
    tcp_sender sender_;
    round_trip opening_wait_;
    sequence first_;
    state state_;
    tcp_end end_ = tcp_end::none;
    std::uint8_t our_shift_;
    std::uint8_t peer_shift_ = 0;
    bool scales_windows_ = false;
    std::size_t peer_segment_bytes_;
    bool orphaned_ = false;

    int acknowledgements_ = 0; // that have to be sent
    bool resets_ = false;
    sequence reset_number_ = 0;
    bool probes_ = false;
    int silent_probes_ = 0;
    time opening_due_ = time::max(); // when the SYN goes again
    time gives_up_ = time::max();    // opening, or closing
    time silence_due_ = time::max();
    time last_stray_ = time::min();
    time forgotten_at_ = time::max();
};

} // namespace thimble::device::tunnel
