// Time of day of one session.
#pragma once

#include "service/sessions/facts.hpp"

#include <chrono>

namespace thimble::service {

/// Goes on evenly from where it begins, whatever is done to the clock of the machine meanwhile: a
/// session has all of the time that it was given, and nobody pays for more than it took.
class session_clock {
public:
    explicit session_clock(sessions::moment begins = sessions::moment::clock::now())
        : begins_(begins)
    {
    }

    sessions::moment now() const
    {
        return begins_ + std::chrono::duration_cast<sessions::moment::duration>(
                             std::chrono::steady_clock::now() - since_);
    }

private:
    sessions::moment begins_;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

} // namespace thimble::service
