#include "device/tunnel/tcp_sender.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device::tunnel {
namespace {

constexpr int duplicates_of_a_loss = 3; // RFC 5681
constexpr int most_tries = 10;

/// After so many tries segments become as small as any IPv6 link takes them: perhaps they were
/// too long for something on the way that does not say so.
constexpr int tries_before_small = 3;
constexpr std::size_t small_segment = 1220;

} // namespace

tcp_sender::tcp_sender(std::size_t most, round_trip::duration least_wait)
    : queue_(most), round_trip_(least_wait)
{
}

void tcp_sender::start(sequence first, std::size_t segment_bytes)
{
    first_ = first + 1;
    segment_bytes_ = segment_bytes;
}

std::size_t tcp_sender::append(std::span<const std::byte> bytes)
{
    return finishing_ ? 0 : queue_.append(bytes);
}

bool tcp_sender::take(const tcp_segment& segment, std::uint64_t window, time now)
{
    const auto away = std::int64_t{distance(number_of(acknowledged_), segment.acknowledged)};
    if (away > static_cast<std::int64_t>(sent_ - acknowledged_))
        return false;
    if (away < 0)
        return true;
    const bool same_window = acknowledged_ + window == edge_;
    if (away > 0)
        advance(static_cast<std::uint64_t>(away), now);
    else if (same_window && segment.length() == 0 && on_its_way())
        count_duplicate();
    if (!window_number_ || at_or_before(*window_number_, segment.number)) {
        const bool was_closed = waits_for_window();
        window_number_ = segment.number;
        edge_ = acknowledged_ + window;
        largest_window_ = std::max(largest_window_, window);
        if (was_closed && !waits_for_window()) {
            due_ = time::max();
            round_trip_.answered();
        }
    }
    return true;
}

void tcp_sender::advance(std::uint64_t count, time now)
{
    const auto bytes = std::min<std::uint64_t>(count, queue_.size());
    queue_.drop(bytes);
    finish_acknowledged_ |= count > bytes;
    acknowledged_ += count;
    if (timed_ && acknowledged_ >= *timed_) {
        round_trip_.sample(now - timed_at_);
        timed_.reset();
    }
    round_trip_.answered();
    tries_ = 0;
    duplicates_ = 0;
    recovering_ = recovering_ && acknowledged_ < recovered_at_;
    again_ = recovering_; // what follows was lost as well
    due_ = on_its_way() ? now + round_trip_.limit() : time::max();
}

void tcp_sender::count_duplicate()
{
    if (++duplicates_ == duplicates_of_a_loss && !recovering_)
        recover();
}

void tcp_sender::recover()
{
    recovering_ = true;
    recovered_at_ = sent_;
    again_ = true;
    timed_.reset(); // an answer would be to either one
}

bool tcp_sender::waits_for_window() const
{
    return !on_its_way() && data_end() > sent_ && edge_ <= sent_;
}

void tcp_sender::expire(time now)
{
    if (now < due_)
        return;
    due_ = time::max();
    if (on_its_way()) {
        ++tries_;
        if (tries_ >= tries_before_small)
            segment_bytes_ = std::min(segment_bytes_, small_segment);
        recover();
    } else if (waits_for_window()) {
        probe_ = true;
    } else {
        return;
    }
    round_trip_.back_off();
    due_ = now + round_trip_.limit();
}

tcp_sender::piece tcp_sender::piece_at(std::uint64_t place, std::size_t bytes) const
{
    const auto end = place + bytes;
    return {.number = number_of(place),
            .offset = static_cast<std::size_t>(place - acknowledged_),
            .bytes = bytes,
            .last = end == data_end(),
            .fin = finishing_ && !finish_acknowledged_ && end == data_end()};
}

std::optional<tcp_sender::piece> tcp_sender::next(time now)
{
    expire(now);
    if (auto again = next_again())
        return again;
    auto fresh = next_new(now);
    if (due_ == time::max() && (on_its_way() || waits_for_window()))
        due_ = now + round_trip_.limit();
    return fresh;
}

std::optional<tcp_sender::piece> tcp_sender::next_again()
{
    if (!again_)
        return std::nullopt;
    again_ = false;
    if (!on_its_way())
        return std::nullopt;
    const auto bytes = std::min({static_cast<std::uint64_t>(segment_bytes_),
                                 std::uint64_t{queue_.size()}, sent_ - acknowledged_});
    auto result = piece_at(acknowledged_, bytes);
    result.fin = result.fin && sent_ > data_end();
    return result;
}

std::optional<tcp_sender::piece> tcp_sender::next_new(time now)
{
    if (sent_ > data_end() || finish_acknowledged_)
        return std::nullopt; // the FIN is on its way
    const auto waiting = data_end() - sent_;
    const auto window = std::max(edge_, sent_) - sent_;
    const auto bytes = std::min({static_cast<std::uint64_t>(segment_bytes_), waiting, window});
    const bool fin = finishing_ && bytes == waiting;
    if (bytes == 0 && !fin)
        return std::nullopt;
    // Not in small pieces, only because the window opens in such (RFC 9293, 3.8.6.2.1).
    if (bytes < waiting && bytes < segment_bytes_ && on_its_way() && bytes < largest_window_ / 2)
        return std::nullopt;
    auto result = piece_at(sent_, bytes);
    sent_ += bytes + (result.fin ? 1U : 0U);
    if (!timed_ && !recovering_) {
        timed_ = sent_;
        timed_at_ = now;
    }
    return result;
}

bool tcp_sender::takes_probe()
{
    return std::exchange(probe_, false);
}

bool tcp_sender::given_up() const noexcept
{
    return tries_ > most_tries;
}

} // namespace thimble::device::tunnel
