#include "device/tunnel/tcp_receiver.hpp"

#include <algorithm>

namespace thimble::device::tunnel {
namespace {

/// Of what comes too early. More than this is lost on no link that deserves the name.
constexpr std::size_t most_early_bytes = 512UL << 10;

constexpr std::uint64_t most_window_field = 65'535;

/// The share of the window that has to become free before it is said without being asked.
constexpr std::size_t news_share = 8;

} // namespace

tcp_receiver::tcp_receiver(std::size_t window, std::uint8_t window_shift)
    : queue_(window), early_(std::min(window, most_early_bytes)), shift_(window_shift)
{
}

void tcp_receiver::start(sequence first, bool scales_windows)
{
    first_ = first + 1;
    if (!scales_windows)
        shift_ = 0;
    edge_ = edge_now();
}

std::uint64_t tcp_receiver::edge_now() const
{
    const auto free = std::uint64_t{queue_.free()} >> shift_ << shift_;
    return std::max(edge_, next_ + std::min(free, most_window_field << shift_));
}

/// Of a number within 2^31 of what is expected; numbers before the stream's begin are place 0.
std::uint64_t tcp_receiver::place_of(sequence number) const
{
    const auto away = std::int64_t{distance(expected(), number)};
    return away < 0 && static_cast<std::uint64_t>(-away) > next_
               ? 0
               : next_ + static_cast<std::uint64_t>(away);
}

bool tcp_receiver::acceptable(const tcp_segment& segment) const
{
    const auto from_next = std::int64_t{distance(expected(), segment.number)};
    const auto to_edge = static_cast<std::int64_t>(edge_ - next_);
    if (from_next == 0)
        return true; // with a window of 0 its payload is not taken
    if (segment.length() == 0)
        return from_next > 0 && from_next <= to_edge;
    return from_next < to_edge && from_next + std::int64_t{segment.length()} > 0;
}

tcp_receiver::took tcp_receiver::take(const tcp_segment& segment)
{
    const auto before = next_;
    auto at = place_of(segment.number);
    auto bytes = segment.payload;
    const auto behind =
        place_of(segment.number + static_cast<sequence>(bytes.size())); // of the payload
    if (segment.flags.fin && !end_ && behind >= next_ && behind <= edge_)
        end_ = behind;
    if (behind > at && at < next_) {
        bytes = bytes.last(std::min<std::uint64_t>(bytes.size(), behind - std::min(behind, next_)));
        at = next_;
    }
    const auto most = std::max(edge_, at) - at;
    bytes = bytes.first(std::min<std::uint64_t>(bytes.size(), most));
    if (at > next_) {
        early_.keep(at, bytes);
        return took::early;
    }
    append(bytes, at);
    if (end_ && next_ == *end_ && !finished_) {
        finished_ = true;
        ++next_;
        edge_ = std::max(edge_, next_);
    }
    return next_ > before ? took::in_order : took::nothing;
}

/// And what has come before and follows it.
void tcp_receiver::append(std::span<const std::byte> bytes, std::uint64_t at)
{
    if (finished_ || at != next_)
        return;
    while (!bytes.empty()) {
        if (end_)
            bytes = bytes.first(std::min<std::uint64_t>(bytes.size(), *end_ - next_));
        next_ += queue_.append(bytes);
        bytes = early_.next(next_);
    }
}

std::uint16_t tcp_receiver::window_to_offer()
{
    edge_ = edge_now();
    return static_cast<std::uint16_t>(std::min((edge_ - next_) >> shift_, most_window_field));
}

bool tcp_receiver::has_news_of_window() const
{
    return !finished_ && edge_now() - edge_ >= queue_.most() / news_share;
}

std::size_t tcp_receiver::read(std::span<std::byte> to)
{
    const auto count = std::min(to.size(), queue_.size());
    queue_.copy(0, to.first(count));
    queue_.drop(count);
    return count;
}

void tcp_receiver::drop_all()
{
    queue_.drop(queue_.size());
    early_.clear();
}

} // namespace thimble::device::tunnel
