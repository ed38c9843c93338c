#include "virtualphone/coredevice/app_processes.hpp"

#include <algorithm>

namespace thimble::virtualphone::coredevice {

void look_for_processes(shared_state& shared, const operating_system& os)
{
    std::erase_if(shared.processes, [&](const auto& each) { return !os.runs(each.first); });
    for (const auto& app : os.apps())
        if (os.runs(app.bundle_id) && !shared.processes.contains(app.bundle_id))
            shared.processes.emplace(app.bundle_id, ++shared.latest_process);
}

std::optional<std::string> app_of_process(const shared_state& shared, std::int64_t process)
{
    const auto found = std::ranges::find_if(
        shared.processes, [&](const auto& each) { return each.second == process; });
    return found == shared.processes.end() ? std::nullopt : std::optional(found->first);
}

} // namespace thimble::virtualphone::coredevice
