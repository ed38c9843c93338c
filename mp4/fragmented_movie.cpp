#include "mp4/fragmented_movie.hpp"

#include <algorithm>
#include <numeric>

namespace thimble::mp4 {

namespace {

// Of a sample in ISO/IEC 14496-12, 8.8.3.1.
constexpr std::uint32_t depends_on_none = 0x02000000;
constexpr std::uint32_t depends_on_others = 0x01010000; // and is no place to begin at

constexpr std::uint32_t base_is_moof = 0x020000;
constexpr std::uint32_t offset_duration_size_flags = 0x000701;

std::uint64_t ticks_of(std::chrono::microseconds at)
{
    using ticks = std::chrono::duration<std::uint64_t, std::ratio<1, timescale>>;
    return std::chrono::duration_cast<ticks>(std::max(at, std::chrono::microseconds(0))).count();
}

std::chrono::microseconds microseconds_of(std::uint64_t ticks)
{
    return std::chrono::microseconds(ticks * 1'000'000 / timescale);
}

} // namespace

fragmented_movie::fragmented_movie(const video_track& of, movie_limits granted)
    : limits_(granted), head_(movie_head(of))
{
}

bool fragmented_movie::full(std::uint64_t next_at, std::size_t next_size) const
{
    return held_.size() >= limits_.fragment_samples ||
           data_.size() + next_size > limits_.fragment_bytes ||
           next_at - held_.front().at >= ticks_of(limits_.fragment);
}

bytes fragmented_movie::add(const sample& next)
{
    const bool begun = sequence_ > 0 || !held_.empty();
    if (next.data.empty() || (!begun && !next.key))
        return {};
    auto at = ticks_of(next.at);
    if (!held_.empty()) { // no two samples at one time, and none for longer than can be told
        const auto longest = ticks_of(limits_.longest_sample);
        at = std::clamp(at, held_.back().at + 1, held_.back().at + longest);
    }
    bytes out;
    if (!held_.empty() && (next.key || full(at, next.data.size())))
        out = fragment(held_.size(), at);
    held_.push_back({.size = next.data.size(), .at = at, .key = next.key});
    data_.insert(data_.end(), next.data.begin(), next.data.end());
    length_ = std::max(length_, next.at);
    return out;
}

bytes fragmented_movie::flush()
{
    if (held_.size() < 2)
        return {};
    return fragment(held_.size() - 1, held_.back().at);
}

bytes fragmented_movie::finish(std::chrono::microseconds until)
{
    if (held_.empty())
        return {};
    length_ = std::max(length_, until);
    const auto end = std::clamp(ticks_of(until), held_.back().at + 1,
                                held_.back().at + ticks_of(limits_.longest_sample));
    return fragment(held_.size(), end);
}

bytes fragmented_movie::fragment(std::size_t count, std::uint64_t end)
{
    const auto size = std::accumulate(
        held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(count), std::size_t{0},
        [](std::size_t sum, const held& each) { return sum + each.size; });
    bytes out;
    out.reserve(128 + 12 * count + size);
    box_writer to(out);
    to.open("moof");
    to.open("mfhd", 0, 0);
    to.put32(++sequence_);
    to.close();
    to.open("traf");
    to.open("tfhd", 0, base_is_moof);
    to.put32(track_id);
    to.close();
    to.open("tfdt", 1, 0);
    to.put64(held_.front().at);
    to.close();
    to.open("trun", 0, offset_duration_size_flags);
    to.put32(static_cast<std::uint32_t>(count));
    const auto offset = to.place();
    to.put32(0); // of the data from the start of moof, once that is known
    for (std::size_t each = 0; each < count; ++each) {
        const auto next_at = each + 1 < held_.size() ? held_[each + 1].at : end;
        to.put32(static_cast<std::uint32_t>(next_at - held_[each].at));
        to.put32(static_cast<std::uint32_t>(held_[each].size));
        to.put32(held_[each].key ? depends_on_none : depends_on_others);
    }
    to.close();
    to.close();
    to.close();
    constexpr std::uint32_t box_head = 8;
    to.set32(offset, static_cast<std::uint32_t>(out.size()) + box_head);
    to.open("mdat");
    to.put(std::span(data_).first(size));
    to.close();
    written_.samples += count;
    written_.until = microseconds_of(end);
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(count));
    data_.erase(data_.begin(), data_.begin() + static_cast<std::ptrdiff_t>(size));
    return out;
}

} // namespace thimble::mp4
