// The moment on the phone's clock at which something happened that a report tells of.
#pragma once

#include "virtualphone/os/model/event_log.hpp"

#include <cstdint>
#include <optional>

namespace thimble::virtualphone::hid {

/// The host's clock counts from anywhere, so that only differences mean anything: what follows one
/// report within a few seconds has its distance to it, however late both arrived. Times never go
/// backwards and never lie in the phone's future.
class report_clock {
public:
    /// The next report that is read has come on time.
    void begin_anew() { latest_.reset(); }

    /// The moment of a report that is read at `now`.
    milliseconds read(std::uint64_t nanoseconds, milliseconds now);

private:
    struct reading {
        std::uint64_t nanoseconds = 0; // the host's
        milliseconds at{0};            // the phone's
    };
    std::optional<reading> latest_;
};

} // namespace thimble::virtualphone::hid
