// The campaign: the actions at the pace of a real phone, asked for by THIMBLE_CAMPAIGN=1.
#pragma once

#include <cstdlib>
#include <string_view>

namespace thimble::e2e {

inline bool is_set(const char* variable)
{
    const char* const wanted = std::getenv(variable); // NOLINT(concurrency-mt-unsafe)
    return wanted != nullptr && std::string_view(wanted) == "1";
}

inline bool campaign()
{
    return is_set("THIMBLE_CAMPAIGN");
}

/// All effects on all phones with all runners: in a campaign, or by THIMBLE_MATRIX=1 at the usual
/// pace of tests.
inline bool whole_matrix_wanted()
{
    return campaign() || is_set("THIMBLE_MATRIX");
}

/// Time that the phone of a test of actions takes for what it does: no time at all, unless in a
/// campaign.
inline const char* action_time()
{
    return campaign() ? "1" : "0";
}

} // namespace thimble::e2e
