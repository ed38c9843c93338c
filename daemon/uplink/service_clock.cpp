#include "daemon/uplink/service_clock.hpp"

#include <algorithm>

namespace thimble::daemon {

void service_clock::heard(link::service_time clock, local_time now)
{
    offsets_.push_back(now - clock);
    if (offsets_.size() > remembered)
        offsets_.pop_front();
}

std::optional<service_clock::local_time> service_clock::to_local(link::service_time then) const
{
    if (offsets_.empty())
        return std::nullopt;
    return then + *std::ranges::min_element(offsets_);
}

} // namespace thimble::daemon
