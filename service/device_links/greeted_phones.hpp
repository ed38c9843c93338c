// Phones of a desktop that links again.
#pragma once

#include "link/message.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

/// States of its phones by a greeting, which has all that are there. Those of `attached` (UDIDs)
/// that it has not come first, as gone; the others have stayed.
inline std::vector<link::phone_state> greeted_phones(const link::hello& said,
                                                     const std::vector<std::string>& attached)
{
    std::vector<link::phone_state> out;
    for (const auto& udid : attached) {
        if (std::ranges::find(said.phones, udid, &link::phone_state::udid) != said.phones.end())
            continue;
        link::phone_state away;
        away.udid = udid;
        away.attached = false;
        out.push_back(std::move(away));
    }
    out.insert(out.end(), said.phones.begin(), said.phones.end());
    return out;
}

} // namespace thimble::service
