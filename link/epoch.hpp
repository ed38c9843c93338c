// Number that tells which of a desktop's links is the current one.
#pragma once

#include <cstdint>

namespace thimble::link {

/// The links of one desktop as one node of the service sees them. The store numbers each accepted
/// link upwards, so that every node comes to the same answer, in whatever order they hear of it.
class epoch_rule {
public:
    enum class verdict : std::uint8_t {
        newest,   // takes the place of the one before, which is told that it was replaced
        outdated, // refused: a newer one is known
    };

    /// A link with this number asks to be taken, here or on another node. The number of the link
    /// that counts already is the newest, however often it is offered.
    verdict offer(std::int64_t epoch)
    {
        if (epoch < newest_)
            return verdict::outdated;
        newest_ = epoch;
        return verdict::newest;
    }

    /// True for the number of a link that may still speak.
    bool counts(std::int64_t epoch) const { return epoch == newest_; }

private:
    std::int64_t newest_ = 0; // links are numbered from 1
};

} // namespace thimble::link
