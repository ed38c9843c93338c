// The campaign: the actions at the pace of a real phone, asked for by THIMBLE_CAMPAIGN=1.
#pragma once

#include <cstdlib>
#include <string_view>

namespace thimble::e2e {

inline bool campaign()
{
    const char* const wanted = std::getenv("THIMBLE_CAMPAIGN"); // NOLINT(concurrency-mt-unsafe)
    return wanted != nullptr && std::string_view(wanted) == "1";
}

/// How long the phone of a test of actions takes for what it does: no time at all, unless in a
/// campaign.
inline const char* action_time()
{
    return campaign() ? "1" : "0";
}

} // namespace thimble::e2e
