#include "service/jobs/stored_failure.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

using nlohmann::json;

namespace {

/// Members of a failure's context, and of those of a batch's steps.
constexpr std::array<std::string_view, 4> passing{"selector", "candidates", "alert", "result"};

/// Contexts are made here or by a desktop, and are a few levels deep.
void leave_out_passing(json& from)
{
    if (from.is_object())
        for (const auto name : passing)
            from.erase(std::string(name));
    if (from.is_structured())
        for (auto& each : from)
            leave_out_passing(each);
}

} // namespace

failure stored_failure(failure what)
{
    leave_out_passing(what.context);
    return what;
}

bool is_stored_wholly(const failure& what)
{
    return stored_failure(what).context == what.context;
}

} // namespace thimble::service
