// processcontrol: launches apps, and ends them.
#include "virtualphone/coredevice/app_processes.hpp"
#include "virtualphone/instruments/service_hub.hpp"

namespace thimble::virtualphone::instruments {
namespace {

constexpr std::int64_t launch_refused = 2;
constexpr std::int64_t no_such_process = 3;
constexpr std::int64_t killing_signal = 9;
constexpr std::int64_t ending_signal = 15;
constexpr std::int64_t first_signal = 1;
constexpr std::int64_t last_signal = 31;

dtx::ns_error refusal(std::int64_t code, std::string description, std::string reason = {})
{
    return {.domain = "com.apple.dt.deviceprocesscontrolservice",
            .code = code,
            .description = std::move(description),
            .reason = std::move(reason)};
}

dtx::dictionary dictionary_at(const dtx::invocation& what, std::size_t place)
{
    const dtx::object found = what.argument_at(place);
    const auto* members = found.as<dtx::dictionary>();
    return members == nullptr ? dtx::dictionary() : *members;
}

std::string text_in(const dtx::dictionary& of, std::string_view name)
{
    const auto* text = dtx::member<std::string>(of, name);
    return text == nullptr ? "" : *text;
}

std::optional<std::int64_t> integer_at(const dtx::invocation& what, std::size_t place)
{
    return place < what.arguments.size() ? dtx::integer_of(what.arguments[place]) : std::nullopt;
}

/// Path, bundle id, environment, arguments, options. The path does not matter.
dtx::outcome launch(phone& device,
                    coredevice::shared_state& shared,
                    const boost::asio::any_io_executor& home,
                    const dtx::invocation& what)
{
    const dtx::object id = what.argument_at(1);
    const auto* bundle_id = id.as<std::string>();
    if (bundle_id == nullptr)
        return std::unexpected(refusal(launch_refused, "There is no bundle identifier."));
    const dtx::dictionary environment = dictionary_at(what, 2);
    const dtx::dictionary options = dictionary_at(what, 4);
    const auto process = coredevice::launch_app(
        device, shared, home,
        {.bundle_id = *bundle_id,
         .anew = dtx::is_set(options, "KillExisting"),
         .behind = dtx::is_set(options, "ActivateSuspended"),
         .session = text_in(environment, "XCTestSessionIdentifier"),
         .configuration = text_in(environment, "XCTestConfigurationFilePath")});
    if (!process)
        return std::unexpected(refusal(
            launch_refused, "Failed to launch process with bundle identifier '" + *bundle_id + "'.",
            process.error()));
    return dtx::object(*process);
}

dtx::outcome send_signal(phone& device,
                         coredevice::shared_state& shared,
                         std::optional<std::int64_t> signal,
                         std::optional<std::int64_t> process)
{
    coredevice::look_for_processes(shared, device);
    const auto app =
        process ? coredevice::app_of_process(shared, *process) : std::optional<std::string>();
    if (!signal || *signal < first_signal || *signal > last_signal || !app)
        return std::unexpected(refusal(no_such_process, "There is no such process."));
    if (*signal == killing_signal || *signal == ending_signal)
        coredevice::end_app(device, shared, *app);
    return dtx::object();
}

/// 0 for an app that does not run.
dtx::outcome
process_of(const phone& device, coredevice::shared_state& shared, const dtx::object& name)
{
    coredevice::look_for_processes(shared, device);
    const auto* bundle_id = name.as<std::string>();
    const auto found =
        bundle_id == nullptr ? shared.processes.end() : shared.processes.find(*bundle_id);
    return dtx::object(found == shared.processes.end() ? std::int64_t{0} : found->second);
}

} // namespace

dtx::outcome control_processes(phone& device,
                               coredevice::shared_state& shared,
                               const boost::asio::any_io_executor& home,
                               const dtx::invocation& what)
{
    const std::string_view selector = what.selector;
    if (selector ==
        "launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:")
        return launch(device, shared, home, what);
    if (selector == "killPid:")
        return send_signal(device, shared, killing_signal, integer_at(what, 0));
    if (selector == "sendSignal:toPid:")
        return send_signal(device, shared, integer_at(what, 0), integer_at(what, 1));
    if (selector == "processIdentifierForBundleIdentifier:")
        return process_of(device, shared, what.argument_at(0));
    if (selector == "requestDisableMemoryLimitsForPid:")
        return dtx::object(true);
    return std::unexpected(dtx::unknown_selector(selector));
}

} // namespace thimble::virtualphone::instruments
