#include "daemon/doctor/app_check.hpp"

#include "daemon/installed_apps/app_expiry.hpp"
#include "daemon/installed_apps/app_record.hpp"

namespace thimble::daemon {

findings check_installed_apps(const std::filesystem::path& state_dir,
                              const std::vector<link::phone_state>& phones,
                              std::chrono::sys_seconds now)
{
    findings found;
    const auto record = app_record(state_dir).read();
    if (!record.problem.empty())
        found.push_back({.name = "installed apps",
                         .ok = false,
                         .message = record.problem,
                         .remedy = "Install the runner again: thimbled runner install FILE.",
                         .code = {}});
    for (const auto& phone : phones)
        for (const auto& each : expiry_warnings(record.apps, phone.udid, now))
            found.push_back({.name = "runner on " + (phone.name.empty() ? phone.udid : phone.name),
                             .message = each.message,
                             .remedy = each.remedy,
                             .code = std::string(device::to_string(each.code))});
    return found;
}

} // namespace thimble::daemon
