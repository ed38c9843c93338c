#include "service/accounts/fair_share.hpp"

#include <algorithm>
#include <limits>

namespace thimble::service {

std::size_t fair_share(std::vector<std::size_t> used, std::size_t total)
{
    std::ranges::sort(used);
    std::size_t others = used.size();
    for (const auto each : used) {
        const auto share = total / others;
        if (each > share)
            return share;
        total -= each;
        --others;
    }
    return std::numeric_limits<std::size_t>::max();
}

} // namespace thimble::service
