#include "daemon/uplink/reconnect.hpp"

#include <algorithm>

namespace thimble::daemon {

using std::chrono::milliseconds;

namespace {

milliseconds share_of(milliseconds whole, double chance)
{
    return milliseconds(
        static_cast<milliseconds::rep>(static_cast<double>(whole.count()) * chance));
}

} // namespace

std::optional<milliseconds> reconnect::wait_after(ending how, milliseconds held, double chance)
{
    if (held >= limits_.health)
        failures_ = 0;
    switch (how) {
    case ending::refused:
        return std::nullopt;
    case ending::drained:
        return share_of(std::min(limits_.first, limits_.cap), chance);
    case ending::contested:
    case ending::incompatible:
        return share_of(limits_.cap, chance); // nothing changes within a moment
    case ending::failed:
        break;
    }
    const milliseconds wait = share_of(ceiling(), chance);
    ++failures_;
    return wait;
}

milliseconds reconnect::ceiling() const
{
    milliseconds longest = std::min(limits_.first, limits_.cap);
    for (int failure = 0; failure < failures_ && longest < limits_.cap; ++failure)
        longest = std::min(longest * 2, limits_.cap);
    return longest;
}

} // namespace thimble::daemon
