#include "device/tunnel/tcp_connection.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device::tunnel {
namespace {

constexpr std::uint64_t largest_window_field = 65'535;
constexpr std::uint8_t largest_shift = 14; // RFC 7323
constexpr std::size_t both_headers = ipv6_packet::header_bytes + tcp_segment::header_bytes;
/// Of a peer that does not say: what any IPv6 link carries.
constexpr std::size_t segment_bytes_unsaid = 1220;

constexpr int silent_probes_of_the_dead = 5;

std::uint8_t shift_for(std::size_t window)
{
    std::uint8_t shift = 0;
    while (shift < largest_shift && (largest_window_field << shift) < window)
        ++shift;
    return shift;
}

} // namespace

tcp_connection::tcp_connection(
    const tcp_path& path, const tcp_settings& settings, role which, sequence first, time now)
    : path_(path), settings_(settings),
      receiver_(settings.receive_window, shift_for(settings.receive_window)),
      sender_(settings.send_buffer, settings.least_wait), opening_wait_(settings.least_wait),
      first_(first), state_(which == role::opens ? state::asked : state::listening),
      our_shift_(shift_for(settings.receive_window)), peer_segment_bytes_(segment_bytes_unsaid)
{
    if (which == role::opens) {
        opening_due_ = now;
        gives_up_ = now + settings.opening_limit;
    }
}

std::size_t tcp_connection::write(std::span<const std::byte> bytes)
{
    return state_ == state::open ? sender_.append(bytes) : 0;
}

void tcp_connection::shut_writing()
{
    sender_.finish();
}

void tcp_connection::close(time now)
{
    if (state_ == state::ended)
        return;
    if (state_ != state::open || receiver_.readable() > 0) {
        abort(now);
        return;
    }
    orphaned_ = true;
    sender_.finish();
    gives_up_ = now + settings_.closing_limit;
}

void tcp_connection::abort(time now)
{
    if (state_ == state::ended)
        return;
    resets_ = state_ == state::open || state_ == state::answered;
    reset_number_ = resets_ && state_ == state::open ? sender_.next_number() : first_ + 1;
    receiver_.drop_all();
    end_with(tcp_end::aborted, now);
}

void tcp_connection::end_with(tcp_end how, time now)
{
    end_ = how;
    state_ = state::ended;
    acknowledgements_ = how == tcp_end::closed ? acknowledgements_ : 0;
    probes_ = false;
    opening_due_ = gives_up_ = silence_due_ = time::max();
    forgotten_at_ = how == tcp_end::closed ? now + settings_.time_wait : now;
}

bool tcp_connection::over(time now) const
{
    return state_ == state::ended && !resets_ && acknowledgements_ == 0 && now >= forgotten_at_;
}

tcp_connection::time tcp_connection::due() const
{
    if (state_ == state::ended)
        return forgotten_at_;
    const auto sending = state_ == state::open ? sender_.due() : time::max();
    return std::min({opening_due_, gives_up_, silence_due_, sending});
}

void tcp_connection::check_time(time now)
{
    if (state_ == state::ended)
        return;
    if (now >= gives_up_) {
        abort(now);
        end_ = orphaned_ ? tcp_end::aborted : tcp_end::unanswered;
        return;
    }
    check_silence(now);
    if (state_ == state::open && sender_.given_up()) {
        abort(now);
        end_ = tcp_end::timed_out;
    }
}

/// A peer is dead when it was asked several times, not when much time has passed: this computer
/// may have slept, or been busy.
void tcp_connection::check_silence(time now)
{
    if (now < silence_due_)
        return;
    if (silent_probes_ == silent_probes_of_the_dead) {
        abort(now);
        end_ = tcp_end::timed_out;
        return;
    }
    ++silent_probes_;
    probes_ = true;
    silence_due_ =
        now + (settings_.dead_after - settings_.keep_alive_after) / silent_probes_of_the_dead;
}

tcp_segment tcp_connection::basic() const
{
    return {.source_port = path_.local_port,
            .destination_port = path_.remote_port,
            .number = sender_.next_number(),
            .acknowledged = receiver_.expected(),
            .flags = {.ack = true}};
}

std::size_t tcp_connection::finish_packet(std::span<std::byte> room, tcp_segment& segment)
{
    const auto length =
        ipv6_packet::header_bytes + header_bytes_of(segment) + segment.payload.size();
    write_tcp_packet(room.first(length), segment, path_.local_address, path_.remote_address);
    return length;
}

std::size_t tcp_connection::write_packet(std::span<std::byte> room, time now)
{
    check_time(now);
    if (resets_)
        return write_reset(room);
    if (state_ == state::asked || state_ == state::answered)
        return write_opening(room, now);
    if (state_ == state::open) {
        if (const auto piece = sender_.next(now))
            return write_piece(room, *piece);
        probes_ |= sender_.takes_probe();
        if (std::exchange(probes_, false)) {
            auto probe = basic();
            probe.number = sender_.probe_number();
            probe.window = receiver_.window_to_offer();
            return finish_packet(room, probe);
        }
    }
    if (state_ == state::open && !orphaned_ && receiver_.has_news_of_window())
        acknowledgements_ = std::max(acknowledgements_, 1);
    if (acknowledgements_ == 0)
        return 0;
    --acknowledgements_;
    auto segment = basic();
    segment.window = receiver_.window_to_offer();
    return finish_packet(room, segment);
}

std::size_t tcp_connection::write_opening(std::span<std::byte> room, time now)
{
    if (now < opening_due_)
        return 0;
    opening_due_ = now + opening_wait_.limit();
    opening_wait_.back_off();
    auto segment = basic();
    segment.number = first_;
    segment.flags = {.syn = true, .ack = state_ == state::answered};
    if (state_ == state::asked)
        segment.acknowledged = 0;
    segment.window = static_cast<std::uint16_t>(
        std::min<std::uint64_t>(settings_.receive_window, largest_window_field));
    segment.most_bytes = static_cast<std::uint16_t>(
        std::min<std::uint64_t>(path_.most_received_packet - both_headers, largest_window_field));
    if (state_ == state::asked || scales_windows_)
        segment.window_shift = our_shift_;
    return finish_packet(room, segment);
}

std::size_t tcp_connection::write_piece(std::span<std::byte> room, const tcp_sender::piece& what)
{
    auto segment = basic();
    segment.number = what.number;
    segment.flags.psh = what.last;
    segment.flags.fin = what.fin;
    segment.window = receiver_.window_to_offer();
    const auto payload = room.subspan(both_headers, what.bytes);
    sender_.copy(what, payload);
    segment.payload = payload;
    acknowledgements_ = std::max(acknowledgements_ - 1, 0);
    return finish_packet(room, segment);
}

std::size_t tcp_connection::write_reset(std::span<std::byte> room)
{
    resets_ = false;
    auto segment = basic();
    segment.number = reset_number_;
    segment.flags = {.rst = true, .ack = true};
    return finish_packet(room, segment);
}

} // namespace thimble::device::tunnel
