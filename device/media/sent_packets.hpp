// A sender's own count of its packets, against those that have come.
#pragma once

#include <cstdint>
#include <optional>

namespace thimble::device::media {

/// Finds losses that no later packet shows. Where both counts begin differs; what counts is that
/// their difference stays the same while packets come. A sender of which that has not been seen is
/// not believed: it may count otherwise, or late.
class sent_packets {
public:
    /// `sent` is of a report, and `known` the packets that had come by then or were known to be
    /// lost. The packets that are missing behind those.
    std::uint32_t missing(std::uint32_t sent, std::uint64_t known)
    {
        const auto ahead = sent - static_cast<std::uint32_t>(known);
        const auto growth = static_cast<std::int32_t>(ahead - ahead_.value_or(ahead));
        if (ahead_ && growth > 0 && growth <= longest_gap && exact_)
            return static_cast<std::uint32_t>(growth);
        exact_ = ahead_ && growth == 0 && (exact_ || known != known_);
        ahead_ = ahead;
        known_ = known;
        return 0;
    }

private:
    static constexpr std::int32_t longest_gap = 3'000; // beyond, it has begun to count anew

    std::optional<std::uint32_t> ahead_; // of `known`
    std::uint64_t known_ = 0;
    bool exact_ = false;
};

} // namespace thimble::device::media
