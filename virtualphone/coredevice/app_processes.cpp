#include "virtualphone/coredevice/app_processes.hpp"

#include <algorithm>

namespace thimble::virtualphone::coredevice {
namespace {

bool is_runner(const phone& device, std::string_view bundle_id)
{
    return bundle_id == device.os.who().installed_runner();
}

bool has_process(const phone& device, std::string_view bundle_id)
{
    return device.os.runs(bundle_id) ||
           (is_runner(device, bundle_id) && device.runner != runner::dead);
}

/// Empty: it can be launched.
std::string launch_obstacle(const phone& device, const std::string& bundle_id)
{
    const auto apps = device.os.apps();
    if (std::ranges::find(apps, bundle_id, &operating_system::installed_app::bundle_id) ==
        apps.end())
        return "The application is not installed.";
    if (device.untrusted_apps.contains(bundle_id))
        return "Unable to launch " + bundle_id +
               " because it has an invalid code signature, inadequate entitlements or its profile "
               "has not been explicitly trusted by the user.";
    if (device.expired_apps.contains(bundle_id))
        return "Unable to launch " + bundle_id + " because its provisioning profile has expired.";
    if (device.os.locked())
        return "Unable to launch " + bundle_id +
               " because the device was not, or could not be, unlocked.";
    return {};
}

xctest::configuration_source configuration_of(const shared_state& shared,
                                              const launch_request& what)
{
    xctest::configuration_source found{.in_file = !what.configuration.empty(), .content = {}};
    if (found.in_file && shared.read_file_of_app)
        found.content = shared.read_file_of_app(what.bundle_id, what.configuration);
    return found;
}

/// A runner that was ended in the app switcher, say, may not have noticed yet, and would take the
/// next one for itself.
void end_left_run(const phone& device, shared_state& shared, const std::string& bundle_id)
{
    auto* const started = shared.tests.runner();
    if (started == nullptr || started->how().bundle_id != bundle_id || device.os.runs(bundle_id))
        return;
    started->kill();
    shared.processes.erase(bundle_id);
}

} // namespace

void look_for_processes(shared_state& shared, const phone& device)
{
    std::erase_if(shared.processes,
                  [&](const auto& each) { return !has_process(device, each.first); });
    for (const auto& app : device.os.apps())
        if (has_process(device, app.bundle_id) && !shared.processes.contains(app.bundle_id))
            shared.processes.emplace(app.bundle_id, ++shared.latest_process);
}

std::optional<std::string> app_of_process(const shared_state& shared, std::int64_t process)
{
    const auto found = std::ranges::find_if(
        shared.processes, [&](const auto& each) { return each.second == process; });
    return found == shared.processes.end() ? std::nullopt : std::optional(found->first);
}

bool end_app(phone& device, shared_state& shared, const std::string& bundle_id)
{
    const bool ran = has_process(device, bundle_id);
    shared.processes.erase(bundle_id);
    if (is_runner(device, bundle_id)) {
        if (auto* const started = shared.tests.runner())
            started->kill();
        else if (device.runner != runner::dead)
            device.change_runner(runner::dead);
    }
    device.os.terminate(bundle_id, device.clock.now());
    return ran;
}

std::expected<std::int64_t, std::string> launch_app(phone& device,
                                                    shared_state& shared,
                                                    const boost::asio::any_io_executor& home,
                                                    const launch_request& what)
{
    if (auto obstacle = launch_obstacle(device, what.bundle_id); !obstacle.empty()) {
        device.log.append(device.clock.now(), "launch_refused",
                          {{"bundle_id", what.bundle_id}, {"reason", obstacle}});
        return std::unexpected(std::move(obstacle));
    }
    if (what.anew)
        end_app(device, shared, what.bundle_id);
    end_left_run(device, shared, what.bundle_id);
    const bool ran = has_process(device, what.bundle_id);
    const auto now = device.clock.now();
    const bool done = what.behind ? device.os.launch_behind(what.bundle_id, now)
                                  : device.os.launch(what.bundle_id, now);
    if (!done)
        return std::unexpected("The application did not start.");
    look_for_processes(shared, device);
    const std::int64_t process = shared.processes.at(what.bundle_id);
    if (!ran && is_runner(device, what.bundle_id))
        shared.tests.launched(device, home,
                              {.bundle_id = what.bundle_id,
                               .process = process,
                               .session = what.session,
                               .in_front = !what.behind,
                               .configuration = configuration_of(shared, what)});
    return process;
}

} // namespace thimble::virtualphone::coredevice
