// The times of a sender's packets in those of this computer.
#pragma once

#include "device/media/rtp_packet.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace thimble::device::media {

/// A picture is captured some time before its last packet comes: it has to be encoded. A report
/// names the moment of its own sending in the clock of the pictures and in that of the wall (RFC
/// 3550 6.4.1), so that two of them tell the rate of the former, and each of them an offset from
/// this computer's clock that is too late by its way alone.
class sender_clock {
public:
    using time = std::chrono::steady_clock::time_point;

    /// `coding` is the time that the pictures of an earlier stream took; of a first one nothing is
    /// known.
    explicit sender_clock(time::duration coding = {}) : coding_(coding) {}

    void take(const sender_report& told, time arrived);

    /// The moment at which a picture was captured whose last packet came at `arrived`. While the
    /// clock is not known, or where it tells of something impossible, it has taken the usual time.
    time captured(std::uint32_t rtp_time, time arrived);

    /// From the capture of a picture until its last packet comes, usually; as far as it was seen.
    time::duration coding() const noexcept { return coding_; }

private:
    struct known_moment {
        sender_report told;
        time arrived;
    };

    struct picture_moment {
        std::uint32_t rtp_time = 0;
        time arrived;
    };

    std::optional<double> measured_rate() const;
    std::optional<time> told_capture(std::uint32_t rtp_time, time arrived) const;
    void learn_coding(time::duration seen);
    void learn_from_earlier_pictures();

    std::deque<known_moment> reports_;  // the newest last
    std::deque<picture_moment> untold_; // pictures that came before the rate was known
    std::optional<double> rate_;        // ticks a second
    time::duration coding_;
};

} // namespace thimble::device::media
