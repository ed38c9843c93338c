#include "service/sessions/present_usage.hpp"

#include <set>
#include <string_view>

namespace thimble::service::sessions {

usage present_usage(month in,
                    std::vector<entry> billed,
                    const std::vector<facts>& live,
                    const plan& agreed,
                    moment now)
{
    auto out = usage_of(in, billed);
    std::set<std::string_view> is_billed;
    for (const auto& each : billed)
        is_billed.insert(each.session_id);
    const auto used = [&](month which) { // of another month nothing is asked here
        return which == in ? out.used : std::chrono::milliseconds(0);
    };
    for (const auto& each : live) {
        if (is_billed.contains(each.id))
            continue;
        const auto more = usage_of(in, entries_of(consumption_of(each, now), agreed, used));
        out.used += more.used;
        out.overage += more.overage;
        out.overage_cost += more.overage_cost;
        out.model_cost += more.model_cost;
    }
    return out;
}

} // namespace thimble::service::sessions
