// The half of a connection that takes what the peer sends.
#include "device/tunnel/tcp_connection.hpp"

#include <algorithm>

namespace thimble::device::tunnel {
namespace {

constexpr std::uint8_t largest_shift_taken = 14; // RFC 7323
constexpr std::size_t least_segment_bytes = 64;
constexpr std::size_t headers_before_payload =
    ipv6_packet::header_bytes + tcp_segment::header_bytes;
constexpr int most_early_acknowledgements = 64;

} // namespace

void tcp_connection::learn_options(const tcp_segment& segment)
{
    if (segment.most_bytes)
        peer_segment_bytes_ = std::max<std::size_t>(*segment.most_bytes, least_segment_bytes);
    scales_windows_ = segment.window_shift.has_value();
    peer_shift_ = std::min(segment.window_shift.value_or(0), largest_shift_taken);
    receiver_.start(segment.number, scales_windows_);
}

/// Our SYN was acknowledged.
void tcp_connection::begin_sending(const tcp_segment& segment, time now)
{
    sender_.start(first_,
                  std::min(peer_segment_bytes_, path_.most_sent_packet - headers_before_payload));
    // The window of a SYN is in bytes always.
    const auto shift = segment.flags.syn ? std::uint8_t{0} : peer_shift_;
    sender_.take(segment, std::uint64_t{segment.window} << shift, now);
    state_ = state::open;
    opening_due_ = gives_up_ = time::max();
    silent_probes_ = 0;
    silence_due_ = now + settings_.keep_alive_after;
}

void tcp_connection::take(const tcp_segment& segment, time now)
{
    if (state_ == state::ended)
        return take_ended(segment, now);
    if (state_ == state::listening)
        return take_listening(segment, now);
    if (state_ == state::asked)
        return take_opening(segment, now);
    if (take_crossing(segment, now))
        return;
    if (!receiver_.acceptable(segment))
        return answer_stray(segment, now);
    if (segment.flags.rst) {
        if (take_reset(segment, now))
            return;
    } else if (segment.flags.syn) {
        answer_stray(segment, now); // RFC 5961: it is asked whether it means that
    } else if (segment.flags.ack && take_acknowledgement(segment, now)) {
        take_payload(segment, now);
        end_when_both_have(now);
    }
}

void tcp_connection::take_listening(const tcp_segment& segment, time now)
{
    if (!segment.flags.syn || segment.flags.ack || segment.flags.rst)
        return;
    learn_options(segment);
    state_ = state::answered;
    opening_due_ = now;
    gives_up_ = now + settings_.opening_limit;
}

/// After our SYN went out.
void tcp_connection::take_opening(const tcp_segment& segment, time now)
{
    if (segment.flags.ack && segment.acknowledged != first_ + 1)
        return; // of an older connection between these ports
    if (segment.flags.rst) {
        if (segment.flags.ack)
            end_with(tcp_end::refused, now);
        return;
    }
    if (!segment.flags.syn)
        return;
    learn_options(segment);
    if (segment.flags.ack) {
        begin_sending(segment, now);
        acknowledgements_ = 1;
    } else { // both have opened
        state_ = state::answered;
        opening_due_ = now;
    }
}

/// The answer to our SYN where both have opened: its number came with the peer's own SYN already.
bool tcp_connection::take_crossing(const tcp_segment& segment, time now)
{
    if (state_ != state::answered || !segment.flags.syn || !segment.flags.ack ||
        segment.acknowledged != first_ + 1 || segment.number + 1 != receiver_.expected())
        return false;
    begin_sending(segment, now);
    acknowledgements_ = 1;
    return true;
}

/// RFC 5961: only the exact number, so that a stray one ends nothing.
bool tcp_connection::take_reset(const tcp_segment& segment, time now)
{
    if (segment.number != receiver_.expected()) {
        answer_stray(segment, now);
        return false;
    }
    end_with(state_ == state::answered ? tcp_end::refused : tcp_end::reset, now);
    return true;
}

bool tcp_connection::take_acknowledgement(const tcp_segment& segment, time now)
{
    if (state_ == state::answered) {
        if (segment.acknowledged != first_ + 1)
            return false;
        begin_sending(segment, now);
        return true;
    }
    if (!sender_.take(segment, std::uint64_t{segment.window} << peer_shift_, now)) {
        answer_stray(segment, now);
        return false;
    }
    silent_probes_ = 0;
    silence_due_ = now + settings_.keep_alive_after;
    return true;
}

void tcp_connection::take_payload(const tcp_segment& segment, time now)
{
    if (segment.length() == 0)
        return;
    const auto took = receiver_.take(segment);
    if (orphaned_ && receiver_.readable() > 0) {
        abort(now); // the peer would wait for ever for somebody to read that
        return;
    }
    // One for each that came too early: by their number the peer sees what was lost.
    acknowledgements_ = took == tcp_receiver::took::early
                            ? std::min(acknowledgements_ + 1, most_early_acknowledgements)
                            : std::max(acknowledgements_, 1);
}

void tcp_connection::end_when_both_have(time now)
{
    if (state_ == state::open && sender_.finished() && receiver_.finished())
        end_with(tcp_end::closed, now);
}

/// In TIME-WAIT: the peer may have missed our last acknowledgement.
void tcp_connection::take_ended(const tcp_segment& segment, time now)
{
    if (end_ == tcp_end::closed && segment.length() > 0 && !segment.flags.rst)
        answer_stray(segment, now);
}

/// Says where we are. Not too often to what is empty, or two who disagree would never stop.
void tcp_connection::answer_stray(const tcp_segment& segment, time now)
{
    constexpr std::chrono::milliseconds least_between{50};
    if (segment.flags.rst && !receiver_.acceptable(segment))
        return;
    if (segment.length() == 0) {
        if (last_stray_ != time::min() && now - last_stray_ < least_between)
            return;
        last_stray_ = now;
    }
    if (state_ == state::open) {
        silent_probes_ = 0;
        silence_due_ = now + settings_.keep_alive_after;
    }
    acknowledgements_ = std::max(acknowledgements_, 1);
}

} // namespace thimble::device::tunnel
