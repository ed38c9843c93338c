#include "service/sessions/present_usage.hpp"

#include <algorithm>

namespace thimble::service::sessions {

usage present_usage(month in,
                    std::vector<entry> billed,
                    const std::vector<facts>& live,
                    const plan& agreed,
                    moment now)
{
    auto all = std::move(billed);
    const auto used = [&](month which) { // of another month nothing is asked here
        return which == in ? usage_of(in, all).used : std::chrono::milliseconds(0);
    };
    for (const auto& each : live) {
        if (std::ranges::find(all, each.id, &entry::session_id) != all.end())
            continue;
        const auto more = entries_of(consumption_of(each, now), agreed, used);
        all.insert(all.end(), more.begin(), more.end());
    }
    return usage_of(in, all);
}

} // namespace thimble::service::sessions
