// Backoff of reconnecting to the service.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace thimble::daemon {

struct reconnect_limits {
    std::chrono::milliseconds first{200};     // the longest wait after the first failure
    std::chrono::milliseconds cap{30'000};    // the longest wait ever
    std::chrono::milliseconds health{60'000}; // a link that held as long begins anew
};

/// End of an attempt or a link, as far as it matters for the next one.
enum class ending : std::uint8_t {
    failed,       // not reached, not verified, cut, silent, or closed for a reason of its own
    drained,      // the service asked for it: another node is ready
    contested,    // another daemon has connected with the same token
    incompatible, // no common version of the protocol
    refused,      // the service does not know the token, or not any more
};

/// Full jitter: the wait is chosen evenly between nothing and a ceiling that doubles with each
/// failure, so that daemons that lost the same service do not come back together. A value: it knows
/// neither the time nor a source of chance.
class reconnect {
public:
    explicit reconnect(reconnect_limits limits = {}) : limits_(limits) {}

    /// Wait after this ending of something that held for `held` (nothing for an attempt that never
    /// became a link). `chance` is from [0, 1). Nothing: a person has to do something first, and
    /// asking again would only be noise.
    std::optional<std::chrono::milliseconds>
    wait_after(ending how, std::chrono::milliseconds held, double chance);

    /// A person has done something: the next failure is the first.
    void begin_anew() { failures_ = 0; }

private:
    std::chrono::milliseconds ceiling() const;

    reconnect_limits limits_;
    int failures_ = 0; // in a row
};

} // namespace thimble::daemon
