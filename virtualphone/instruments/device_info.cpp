// deviceinfo: the processes of the phone.
#include "virtualphone/coredevice/app_processes.hpp"
#include "virtualphone/instruments/service_hub.hpp"
#include "virtualphone/phone/app_bundle.hpp"

namespace thimble::virtualphone::instruments {
namespace {

/// Two of those that every phone has, and the apps that run.
dtx::list running_processes(const phone& device, coredevice::shared_state& shared)
{
    const auto entry = [](std::string name, std::string path, std::int64_t process, bool app) {
        return dtx::dictionary{{"isApplication", app},
                               {"name", std::move(name)},
                               {"pid", process},
                               {"realAppName", std::move(path)}};
    };
    dtx::list all{entry("launchd", "/sbin/launchd", 1, false),
                  entry("SpringBoard", "/System/Library/CoreServices/SpringBoard.app/SpringBoard",
                        34, false)};
    coredevice::look_for_processes(shared, device);
    for (const auto& app : device.os.apps()) {
        const auto found = shared.processes.find(app.bundle_id);
        if (found == shared.processes.end())
            continue;
        const std::string executable = executable_of(app);
        all.emplace_back(
            entry(executable, bundle_path(app) + "/" + executable, found->second, true));
    }
    return all;
}

} // namespace

dtx::outcome
tell_of_device(const phone& device, coredevice::shared_state& shared, const dtx::invocation& what)
{
    if (what.selector == "runningProcesses")
        return dtx::object(running_processes(device, shared));
    return std::unexpected(dtx::unknown_selector(what.selector));
}

} // namespace thimble::virtualphone::instruments
