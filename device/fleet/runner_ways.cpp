#include "device/fleet/runner_ways.hpp"

namespace thimble::device {

std::string_view to_string(start_way way)
{
    return way == start_way::test_session ? "test session" : "process control";
}

runner_ways::experience runner_ways::experience_with(const runner_key& which) const
{
    if (const auto found = known_.find(which); found != known_.end())
        return found->second;
    if (const auto proven = memory_ ? memory_->find(which) : std::nullopt)
        return {.next = proven->way, .installed = proven->installed};
    return {};
}

std::optional<runner_choice> runner_ways::choose(const std::string& udid,
                                                 const std::vector<std::string>& installed,
                                                 bool alone) const
{
    std::optional<runner_choice> best;
    int fewest = 0;
    for (const auto& each : installed) {
        const auto known = experience_with({.udid = udid, .bundle_id = each});
        if (best && known.refusals >= fewest)
            continue;
        fewest = known.refusals;
        best = {.bundle_id = each, .way = alone ? known.next : start_way::test_session};
    }
    return best;
}

void runner_ways::note_package(const std::string& udid,
                               const std::string& bundle_id,
                               const runner_package& package)
{
    const runner_key which{.udid = udid, .bundle_id = bundle_id};
    if (experience_with(which).installed == package.installed)
        return;
    known_[which] = {.next = package.embeds_xctest ? start_way::test_session
                                                   : start_way::process_control,
                     .installed = package.installed};
}

void runner_ways::worked(const std::string& udid, const runner_choice& what)
{
    const runner_key which{.udid = udid, .bundle_id = what.bundle_id};
    const auto package = experience_with(which).installed;
    known_[which] = {.next = what.way, .installed = package};
    const proven_way proven{.way = what.way, .installed = package};
    if (memory_ && memory_->find(which) != proven)
        memory_->remember(which, proven);
}

void runner_ways::refused(const std::string& udid, const runner_choice& what)
{
    const runner_key which{.udid = udid, .bundle_id = what.bundle_id};
    auto known = experience_with(which);
    ++known.refusals;
    known_[which] = known;
}

void runner_ways::failed(const std::string& udid, const runner_choice& what)
{
    const runner_key which{.udid = udid, .bundle_id = what.bundle_id};
    auto known = experience_with(which);
    known.next =
        what.way == start_way::test_session ? start_way::process_control : start_way::test_session;
    known_[which] = known;
}

} // namespace thimble::device
