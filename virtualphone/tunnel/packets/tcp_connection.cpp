// TCP without sockets: segments of the host go in, next_packet() gives what is to be sent, and
// one timer stands for all that may have been lost.
#include "virtualphone/tunnel/packets/tcp_connection.hpp"

namespace thimble::virtualphone::tunnel {
namespace {

constexpr std::chrono::milliseconds first_retransmission_timeout{200};
constexpr std::chrono::seconds longest_retransmission_timeout{5};
constexpr std::chrono::seconds longest_leaving{10};
constexpr int most_tries = 8;
constexpr std::uint8_t our_shift = 5;
constexpr std::size_t smallest_payload = 536;
constexpr std::size_t largest_window_field = 0xFFFF;

/// Distance of `later` behind `earlier`; negative when it lies before it.
std::int32_t distance(std::uint32_t earlier, std::uint32_t later)
{
    return static_cast<std::int32_t>(later - earlier);
}

} // namespace

tcp_connection::tcp_connection(const route& way,
                               const tcp_segment& opening,
                               std::uint32_t first_sequence,
                               time now)
    : way_(way), largest_payload_(way.largest_packet - ipv6_header_size - tcp_header_size),
      expected_(opening.sequence + 1), offered_(expected_), unacknowledged_(first_sequence),
      next_(first_sequence), highest_(first_sequence), host_window_(opening.window),
      host_shift_(opening.window_shift.value_or(0)), scaled_(opening.window_shift.has_value()),
      retransmission_timeout_(first_retransmission_timeout)
{
    largest_payload_ =
        std::clamp<std::size_t>(opening.largest_payload.value_or(largest_payload_),
                                std::min(smallest_payload, largest_payload_), largest_payload_);
    timer_ = now + retransmission_timeout_; // also of a host that never answers the SYN-ACK
}

std::size_t tcp_connection::room() const
{
    return window_shut_ || in_.size() >= receive_limit ? 0 : receive_limit - in_.size();
}

std::uint32_t tcp_connection::end_of_data() const
{
    return unacknowledged_ + static_cast<std::uint32_t>(out_.size()) + (established_ ? 0U : 1U);
}

void tcp_connection::fail()
{
    broken_ = true;
    timer_ = leave_at_ = time::max();
}

bool tcp_connection::over() const
{
    return !reset_due_ && (broken_ || (end_acknowledged_ && host_finished_ && closing_));
}

tcp_connection::time tcp_connection::due() const
{
    return broken_ || silent_ ? time::max() : std::min(timer_, leave_at_);
}

void tcp_connection::take(const tcp_segment& segment, time now)
{
    if (silent_ || broken_)
        return;
    if (segment.rst) {
        const auto ahead = distance(expected_, segment.sequence);
        if (ahead == 0)
            fail();
        else if (ahead > 0 && ahead <= distance(expected_, offered_))
            acknowledge_ = true; // a forger would not know what follows
        return;
    }
    if (segment.syn) {
        if (!established_ && segment.sequence + 1 == expected_)
            next_ = unacknowledged_; // the SYN-ACK once more
        else
            acknowledge_ = true;
        return;
    }
    if (!segment.ack)
        return;
    take_acknowledgment(segment, now);
    if (established_)
        take_payload(segment);
}

void tcp_connection::take_acknowledgment(const tcp_segment& segment, time now)
{
    const auto ahead = distance(unacknowledged_, segment.acknowledgment);
    if (ahead < 0 || ahead > distance(unacknowledged_, highest_)) {
        acknowledge_ = acknowledge_ || ahead > 0;
        return;
    }
    auto numbers = static_cast<std::uint32_t>(ahead);
    unacknowledged_ += numbers;
    if (!established_ && numbers > 0) {
        established_ = true;
        --numbers;
    }
    const auto data = std::min<std::size_t>(numbers, out_.size());
    out_.consume(data);
    end_acknowledged_ = end_acknowledged_ || numbers > data;
    if (distance(next_, unacknowledged_) > 0)
        next_ = unacknowledged_;
    host_window_ = static_cast<std::size_t>(segment.window) << (scaled_ ? host_shift_ : 0U);
    if (ahead > 0 || host_window_ == 0) {
        tries_ = 0;
        retransmission_timeout_ = first_retransmission_timeout;
    }
    if (ahead > 0)
        timer_ = unacknowledged_ == highest_ ? time::max() : now + retransmission_timeout_;
}

void tcp_connection::take_payload(const tcp_segment& segment)
{
    const auto known = distance(segment.sequence, expected_);
    const auto length = static_cast<std::int32_t>(segment.length());
    if (known < 0 || known > length || (known > 0 && known == length) || host_finished_) {
        acknowledge_ = acknowledge_ || known != 0 || length > 0; // a probe, or a copy, or a gap
        return;
    }
    if (length == 0)
        return;
    acknowledge_ = true;
    const byte_view fresh = segment.payload.subspan(
        std::min<std::size_t>(static_cast<std::size_t>(known), segment.payload.size()));
    if (closing_ && !fresh.empty())
        return abort(); // nobody will read it
    const byte_view taken = fresh.first(std::min(fresh.size(), room()));
    in_.append(taken);
    expected_ += static_cast<std::uint32_t>(taken.size());
    if (segment.fin && taken.size() == fresh.size()) {
        host_finished_ = true;
        ++expected_;
    }
}

std::size_t tcp_connection::read(std::span<std::uint8_t> to)
{
    const std::size_t count = std::min(to.size(), in_.size());
    std::ranges::copy(in_.view().first(count), to.begin());
    in_.consume(count);
    const auto free = distance(offered_, expected_ + static_cast<std::uint32_t>(room()));
    if (free >= static_cast<std::int32_t>(receive_limit / 4))
        acknowledge_ = true; // the host may have waited for it
    return count;
}

std::size_t tcp_connection::write(byte_view from)
{
    if (broken_ || closing_)
        return 0;
    const std::size_t count = std::min(from.size(), send_limit - out_.size());
    out_.append(from.first(count));
    return count;
}

void tcp_connection::close(time now)
{
    if (closing_ || broken_)
        return;
    closing_ = true;
    leave_at_ = now + longest_leaving;
    if (!in_.empty())
        abort(); // as a kernel does: it has not been heard
}

void tcp_connection::abort()
{
    if (broken_)
        return;
    fail();
    reset_due_ = true;
}

bytes tcp_connection::packet(tcp_segment segment)
{
    const std::uint8_t shift = scaled_ && !segment.syn ? our_shift : 0;
    const std::size_t window = std::min(room() >> shift, largest_window_field);
    segment.source_port = way_.phone_port;
    segment.destination_port = way_.host_port;
    segment.acknowledgment = expected_;
    segment.ack = true;
    segment.window = static_cast<std::uint16_t>(window);
    offered_ = expected_ + static_cast<std::uint32_t>(window << shift);
    acknowledge_ = false;
    return build_packet({way_.phone, way_.host, segment});
}

/// True: the connection has ended.
bool tcp_connection::take_timer(time now)
{
    if (now >= leave_at_) {
        abort();
        return true;
    }
    if (now < timer_)
        return false;
    if (++tries_ > most_tries) {
        abort();
        return true;
    }
    next_ = unacknowledged_;
    retransmission_timeout_ = std::min<std::chrono::steady_clock::duration>(
        2 * retransmission_timeout_, longest_retransmission_timeout);
    timer_ = time::max(); // set again by what is sent again
    return false;
}

std::optional<bytes> tcp_connection::next_packet(time now)
{
    if (silent_)
        return std::nullopt;
    const bool probing = now >= timer_;
    if (!broken_)
        take_timer(now);
    if (reset_due_) {
        reset_due_ = false;
        return packet({.sequence = next_, .rst = true});
    }
    if (broken_)
        return std::nullopt;
    if (!established_) {
        if (next_ != unacknowledged_)
            return std::nullopt;
        next_ = highest_ = unacknowledged_ + 1;
        timer_ = now + retransmission_timeout_;
        tcp_segment answer{.sequence = unacknowledged_,
                           .syn = true,
                           .largest_payload = static_cast<std::uint16_t>(
                               way_.largest_packet - ipv6_header_size - tcp_header_size)};
        if (scaled_)
            answer.window_shift = our_shift;
        return packet(answer);
    }
    if (probing && host_window_ == 0 && !out_.empty()) { // one byte, whatever the window
        next_ = unacknowledged_ + 1;
        if (distance(highest_, next_) > 0)
            highest_ = next_;
        timer_ = now + retransmission_timeout_;
        return packet({.sequence = unacknowledged_, .payload = out_.view().first(1)});
    }
    if (auto data = next_of_data(now))
        return data;
    if (!acknowledge_)
        return std::nullopt;
    return packet({.sequence = next_});
}

std::optional<bytes> tcp_connection::next_of_data(time now)
{
    const auto in_flight = static_cast<std::size_t>(next_ - unacknowledged_);
    const std::size_t waiting = in_flight < out_.size() ? out_.size() - in_flight : 0;
    const std::size_t open = in_flight < host_window_ ? host_window_ - in_flight : 0;
    const std::size_t count = std::min({waiting, open, largest_payload_});
    const bool last =
        closing_ && count == waiting && !end_acknowledged_ && distance(next_, end_of_data()) >= 0;
    if (count == 0 && !last) {
        if (waiting > 0 && in_flight == 0 && timer_ == time::max())
            timer_ =
                now + retransmission_timeout_; // the window is closed: asked about after a while
        return std::nullopt;
    }
    const auto sequence = next_;
    next_ += static_cast<std::uint32_t>(count) + (last ? 1U : 0U);
    if (distance(highest_, next_) > 0)
        highest_ = next_;
    if (timer_ == time::max())
        timer_ = now + retransmission_timeout_;
    return packet({.sequence = sequence,
                   .fin = last,
                   .payload = out_.view().subspan(in_flight).first(count)});
}

} // namespace thimble::virtualphone::tunnel
