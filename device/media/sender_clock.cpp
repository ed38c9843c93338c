#include "device/media/sender_clock.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace thimble::device::media {
namespace {

using seconds = std::chrono::duration<double>;

constexpr std::size_t most_reports = 8; // for as many seconds clocks do not drift apart

/// Between two reports that tell a rate.
constexpr seconds shortest_measure{0.5};

/// By which the wall's time between two reports may differ from that between their arrivals.
constexpr seconds largest_disagreement{0.5};

constexpr double slowest_rate = 1'000; // ticks a second; RTP has 90,000 for video
constexpr double quickest_rate = 1'000'000;

/// No phone takes longer to encode a picture and to send it.
constexpr seconds longest_coding{0.5};

constexpr int smoothing = 4; // of the usual time: so many pictures

/// From before the rate is known. More would tell the usual time no better.
constexpr std::size_t most_untold = 16;

/// Of NTP's times, which have 32 bits behind the seconds.
seconds wall_between(std::uint64_t first, std::uint64_t second)
{
    constexpr double parts = 4'294'967'296.0;
    return seconds(static_cast<double>(static_cast<std::int64_t>(second - first)) / parts);
}

double ticks_between(std::uint32_t first, std::uint32_t second)
{
    return static_cast<double>(static_cast<std::int32_t>(second - first));
}

} // namespace

void sender_clock::take(const sender_report& told, time arrived)
{
    reports_.push_back({.told = told, .arrived = arrived});
    if (reports_.size() > most_reports)
        reports_.pop_front();
    if (reports_.size() < 2)
        return;
    rate_ = measured_rate();
    if (!rate_) // one of its clocks has leapt, or stands
        reports_.erase(reports_.begin(), reports_.end() - 1);
    else
        learn_from_earlier_pictures();
}

/// A still screen sends its pictures at the stream's start and then none for long: the next one is
/// dated well only if those have told the usual time.
void sender_clock::learn_from_earlier_pictures()
{
    for (const auto& each : std::exchange(untold_, {}))
        if (const auto told = told_capture(each.rtp_time, each.arrived))
            learn_coding(each.arrived - *told);
}

void sender_clock::learn_coding(time::duration seen)
{
    const bool first = coding_ == time::duration::zero();
    coding_ = first ? seen : coding_ + (seen - coding_) / smoothing;
}

std::optional<double> sender_clock::measured_rate() const
{
    const auto& first = reports_.front();
    const auto& last = reports_.back();
    const auto wall = wall_between(first.told.wall, last.told.wall);
    const seconds here = last.arrived - first.arrived;
    if (wall < shortest_measure || std::abs((wall - here).count()) > largest_disagreement.count())
        return std::nullopt;
    const double rate = ticks_between(first.told.time, last.told.time) / wall.count();
    return rate >= slowest_rate && rate <= quickest_rate ? std::optional(rate) : std::nullopt;
}

sender_clock::time sender_clock::captured(std::uint32_t rtp_time, time arrived)
{
    const auto told = told_capture(rtp_time, arrived);
    if (told) {
        learn_coding(arrived - *told);
        return *told;
    }
    if (!rate_) {
        untold_.push_back({.rtp_time = rtp_time, .arrived = arrived});
        if (untold_.size() > most_untold)
            untold_.pop_front();
    }
    return arrived - coding_;
}

/// By the report that was the quickest on its way.
std::optional<sender_clock::time> sender_clock::told_capture(std::uint32_t rtp_time,
                                                             time arrived) const
{
    if (!rate_)
        return std::nullopt;
    auto earliest = time::max();
    for (const auto& each : reports_) {
        const seconds later(ticks_between(each.told.time, rtp_time) / *rate_);
        earliest =
            std::min(earliest, each.arrived + std::chrono::duration_cast<time::duration>(later));
    }
    const bool possible = earliest <= arrived && arrived - earliest <= longest_coding;
    return possible ? std::optional(earliest) : std::nullopt;
}

} // namespace thimble::device::media
