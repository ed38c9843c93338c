#include "device/runner_start/process_control.hpp"

#include "async/sleep.hpp"
#include "device/text_limit.hpp"

#include <utility>

namespace thimble::device::runner_start {
namespace {

using boost::asio::awaitable;

constexpr std::string_view service_channel = "com.apple.instruments.server.services.processcontrol";
constexpr int most_tries = 4;
constexpr int deepest_reason = 4;
constexpr std::size_t longest_reasons = 600; // bytes

/// The phone says so while an app that it has just ended, or another one, is in the way.
bool may_pass(const dtx::ns_error& why)
{
    return why.domain == "com.apple.dt.deviceprocesscontrolservice" && why.code == 2;
}

std::optional<std::int64_t> integer_at(const dtx::incoming_call& of, std::size_t place)
{
    const auto given = of.argument_at(place);
    const auto* found = given.as<std::int64_t>();
    return found == nullptr ? std::nullopt : std::optional(*found);
}

dtx::call_handler callbacks(std::function<void(const process_end&)> on_end)
{
    return
        [on_end = std::move(on_end)](const dtx::incoming_call& what) -> std::optional<dtx::answer> {
            if (what.selector == "outputReceived:fromProcess:atTime:")
                return dtx::null{};
            if (what.selector != "processWithPID:terminatedWithExitCode:orCrashingSignal:")
                return std::nullopt;
            const auto process = integer_at(what, 0);
            if (process && on_end)
                on_end({.process = *process,
                        .exit_code = integer_at(what, 1),
                        .signal = integer_at(what, 2)});
            return dtx::null{};
        };
}

dtx::arguments launch_arguments(const launch_request& what)
{
    dtx::dictionary variables;
    for (const auto& [name, content] : what.variables)
        variables.add(name, content);
    dtx::list words;
    for (const auto& each : what.arguments)
        words.emplace_back(each);
    const dtx::dictionary options{{"StartSuspendedKey", false},
                                  {"KillExisting", what.kill_existing},
                                  {"ActivateSuspended", what.activate_suspended}};
    return {dtx::archived("/private/"), dtx::archived(what.bundle_id), dtx::archived(variables),
            dtx::archived(words), dtx::archived(options)};
}

void add_words(std::string& to, const dtx::ns_error& of, const char* name)
{
    if (const auto* words = dtx::member<std::string>(of.user_info, name))
        to += " " + *words;
}

/// Beside the description, and in the errors that this one came from.
std::string reasons_of(const dtx::ns_error& why)
{
    std::string all;
    add_words(all, why, "NSLocalizedFailureReason");
    const auto* error = dtx::member<dtx::ns_error>(why.user_info, "NSUnderlyingError");
    for (int depth = 0; error != nullptr && depth < deepest_reason; ++depth) {
        all += " " + error->domain + " " + std::to_string(error->code) + ":";
        add_words(all, *error, "NSLocalizedDescription");
        add_words(all, *error, "NSLocalizedFailureReason");
        error = dtx::member<dtx::ns_error>(error->user_info, "NSUnderlyingError");
    }
    return cut_to_line(all, longest_reasons);
}

failure launch_refused(const dtx::ns_error& why)
{
    auto result = dtx::refused_by_service("to launch the app", why);
    result.message += reasons_of(why);
    result.cause = "launch_refused";
    return result;
}

failure no_process()
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The phone launched the app and named no process.",
            .cause = "malformed_answer"};
}

} // namespace

awaitable<result<process_control>>
process_control::open(std::unique_ptr<coredevice::byte_stream> over,
                      std::function<void(const process_end&)> on_end,
                      limit within)
{
    dtx::connection::settings how;
    how.capabilities.add(
        "com.apple.instruments.client.processcontrol.capability.terminationCallback",
        std::int64_t{1});
    auto hub = co_await dtx::connection::open(std::move(over), std::move(how), within);
    if (!hub)
        co_return std::unexpected(hub.error());
    const auto channel = co_await hub->open_channel(std::string(service_channel),
                                                    callbacks(std::move(on_end)), within);
    if (!channel)
        co_return std::unexpected(channel.error());
    co_return process_control(std::move(*hub), *channel);
}

dtx::outgoing_call process_control::call_of(std::string selector, dtx::arguments with) const
{
    return {.channel = channel_, .selector = std::move(selector), .arguments = std::move(with)};
}

awaitable<result<process_id>>
process_control::launch(launch_request what, limit within, std::chrono::milliseconds first_pause)
{
    const auto given = launch_arguments(what);
    for (int tries = 1;; ++tries) {
        auto call = call_of("launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:"
                            "arguments:options:",
                            given);
        const auto answered = co_await hub_.call(std::move(call), within);
        if (!answered)
            co_return std::unexpected(answered.error());
        if (*answered) {
            const auto* process = (*answered)->as<std::int64_t>();
            if (process == nullptr || *process <= 0)
                co_return std::unexpected(no_process());
            co_return *process;
        }
        if (!may_pass(answered->error()) || tries == most_tries)
            co_return std::unexpected(launch_refused(answered->error()));
        co_await async::sleep_for(first_pause * tries);
    }
}

awaitable<result<std::optional<process_id>>> process_control::find(std::string bundle_id,
                                                                   limit within)
{
    auto call = call_of("processIdentifierForBundleIdentifier:", {dtx::archived(bundle_id)});
    const auto answered = co_await hub_.request(std::move(call), within);
    if (!answered)
        co_return std::unexpected(answered.error());
    const auto* process = answered->as<std::int64_t>();
    co_return process != nullptr && *process > 0 ? std::optional(*process) : std::nullopt;
}

awaitable<result<void>> process_control::observe(process_id which, limit within)
{
    auto call = call_of("startObservingPid:", {dtx::archived(which)});
    const auto answered = co_await hub_.request(std::move(call), within);
    if (!answered)
        co_return std::unexpected(answered.error());
    co_return result<void>();
}

awaitable<result<void>> process_control::kill(process_id which, limit within)
{
    auto call = call_of("killPid:", {dtx::archived(which)});
    co_return co_await hub_.tell(std::move(call), within);
}

} // namespace thimble::device::runner_start
