#include "device/media/reorder_buffer.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device::media {

/// The number as one that goes on beyond 16 bits: the nearest to what is expected.
std::int64_t reorder_buffer::place_of(std::uint16_t sequence) const
{
    const auto distance = static_cast<std::int16_t>(
        static_cast<std::uint16_t>(sequence - static_cast<std::uint16_t>(*next_)));
    return *next_ + distance;
}

void reorder_buffer::take(const rtp_packet& packet, time arrived)
{
    if (!next_)
        next_ = packet.sequence;
    const auto place = place_of(packet.sequence);
    const auto distance = place - *next_;
    if (distance > limits_.longest_jump || distance < -limits_.longest_jump) {
        if (std::exchange(stray_, static_cast<std::uint16_t>(packet.sequence + 1)) ==
            packet.sequence)
            begin_anew(packet, arrived);
        return;
    }
    stray_.reset();
    if (distance < 0 || kept_.contains(place)) {
        ++late_;
        return;
    }
    if (distance > 0)
        return keep(place, packet, arrived);
    hand_over(packet, arrived);
    hand_over_kept();
}

void reorder_buffer::hand_over(const rtp_packet& packet, time arrived)
{
    ++*next_;
    ++passed_;
    on_packet_(
        {.packet = packet, .arrived = arrived, .after_loss = std::exchange(after_loss_, false)});
}

void reorder_buffer::hand_over_kept()
{
    while (!kept_.empty() && kept_.begin()->first == *next_) {
        const auto node = kept_.extract(kept_.begin());
        kept_bytes_ -= node.mapped().payload.size();
        hand_over(node.mapped().packet, node.mapped().arrived);
    }
}

void reorder_buffer::keep(std::int64_t place, const rtp_packet& packet, time arrived)
{
    auto& kept = kept_[place];
    kept.payload.assign(packet.payload.begin(), packet.payload.end());
    kept.packet = packet;
    kept.packet.payload = kept.payload;
    kept.arrived = arrived;
    kept_bytes_ += kept.payload.size();
    while (full())
        skip_to_first();
}

bool reorder_buffer::full() const
{
    return kept_.size() > limits_.packets || kept_bytes_ > limits_.bytes;
}

/// Packets that are missing before the first one that is kept do not come any more.
void reorder_buffer::skip_to_first()
{
    const auto first = kept_.begin()->first;
    lost_ += static_cast<std::uint64_t>(first - *next_);
    passed_ += static_cast<std::uint64_t>(first - *next_);
    next_ = first;
    after_loss_ = true;
    hand_over_kept();
}

/// Two packets that follow each other, far from all others: whoever sends has begun anew.
void reorder_buffer::begin_anew(const rtp_packet& packet, time arrived)
{
    while (!kept_.empty())
        skip_to_first();
    ++lost_;
    stray_.reset();
    next_ = packet.sequence;
    after_loss_ = true;
    hand_over(packet, arrived);
}

std::uint64_t reorder_buffer::known() const
{
    if (kept_.empty())
        return passed_;
    return passed_ + static_cast<std::uint64_t>(kept_.rbegin()->first + 1 - *next_);
}

void reorder_buffer::forget()
{
    kept_.clear();
    kept_bytes_ = 0;
    next_.reset();
    stray_.reset();
    after_loss_ = false;
}

void reorder_buffer::give_up(time now)
{
    while (due() <= now)
        skip_to_first();
}

reorder_buffer::time reorder_buffer::due() const
{
    if (kept_.empty())
        return time::max();
    const auto oldest =
        std::ranges::min_element(kept_, {}, [](const auto& each) { return each.second.arrived; });
    return oldest->second.arrived + limits_.wait;
}

} // namespace thimble::device::media
