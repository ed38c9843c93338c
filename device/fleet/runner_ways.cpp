#include "device/fleet/runner_ways.hpp"

namespace thimble::device {

std::string_view to_string(start_way way)
{
    return way == start_way::test_session ? "test session" : "process control";
}

std::optional<runner_choice> runner_ways::choose(const std::string& udid,
                                                 const std::vector<std::string>& installed,
                                                 bool alone) const
{
    std::optional<runner_choice> best;
    int fewest = 0;
    for (const auto& each : installed) {
        const auto found = known_.find({udid, each});
        const auto known = found == known_.end() ? experience{} : found->second;
        if (best && known.refusals >= fewest)
            continue;
        fewest = known.refusals;
        best = {.bundle_id = each, .way = alone ? known.next : start_way::test_session};
    }
    return best;
}

void runner_ways::worked(const std::string& udid, const runner_choice& what)
{
    known_[{udid, what.bundle_id}] = {.next = what.way, .refusals = 0};
}

void runner_ways::refused(const std::string& udid, const runner_choice& what)
{
    ++known_[{udid, what.bundle_id}].refusals;
}

void runner_ways::failed(const std::string& udid, const runner_choice& what)
{
    known_[{udid, what.bundle_id}].next =
        what.way == start_way::test_session ? start_way::process_control : start_way::test_session;
}

} // namespace thimble::device
