// Limits of remembered screens of an account's phones.
#include "service/phones/phones.hpp"

#include <algorithm>

namespace thimble::service {

void phones::limit_screens(std::string_view account_id, std::size_t most_bytes)
{
    const auto& mine = list_in(owned_, account_id);
    std::size_t sum = 0;
    for (const auto& each : mine)
        sum += each->screens.bytes();
    while (sum > most_bytes) {
        const auto fullest = std::ranges::max_element(
            mine, {}, [](const auto& each) { return each->screens.bytes(); });
        const auto before = (*fullest)->screens.bytes();
        if (before == 0)
            return;
        if (!(*fullest)->screens.forget_oldest())
            (*fullest)->screens = screen_history();
        sum -= before - (*fullest)->screens.bytes();
    }
}

} // namespace thimble::service
