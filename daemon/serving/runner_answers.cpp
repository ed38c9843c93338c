#include "daemon/serving/runner_answers.hpp"

#include <optional>
#include <string>

namespace thimble::daemon {

using device::runner_switching;

namespace {

constexpr std::string_view stop_request = "runner/stop";
constexpr std::string_view start_request = "runner/start";

control_answer not_switched(const std::string& udid, std::string_view cause, std::string message)
{
    return error_answer("UNSUPPORTED_ACTION", message, {{"phone", udid}, {"cause", cause}});
}

std::optional<control_answer> why_not_switched(const std::string& udid,
                                               std::optional<runner_switching> outcome)
{
    if (!outcome)
        return error_answer("PHONE_NOT_CONNECTED", "The phone has been unplugged.",
                            {{"phone", udid}});
    switch (*outcome) {
    case runner_switching::done:
        return std::nullopt;
    case runner_switching::of_somebody_else:
        return not_switched(udid, "runner_of_somebody_else",
                            "WebDriverAgentRunner was not started by this thimbled. End it where "
                            "it was started.");
    case runner_switching::driven_elsewhere:
        return not_switched(udid, "driven_elsewhere",
                            "Another program of Thimble on this computer drives the phone.");
    case runner_switching::kept_off:
        return not_switched(udid, "runners_off",
                            "This thimbled starts no runners: its runners are off.");
    }
    return std::nullopt;
}

} // namespace

bool is_runner_request(std::string_view name)
{
    return name == stop_request || name == start_request;
}

boost::asio::awaitable<control_answer>
switch_runner(phone_host& host, std::shared_ptr<device::phone> phone, std::string_view name)
{
    const auto udid = phone->facts().udid;
    const bool stops = name == stop_request;
    std::optional<runner_switching> outcome;
    if (stops)
        outcome = co_await host.stop_runner(udid);
    else
        outcome = host.keep_runner_again(udid);
    if (auto failed = why_not_switched(udid, outcome))
        co_return std::move(*failed);
    control_answer done;
    done.record["ok"] = true;
    done.record["phone"] = udid;
    done.record["name"] = phone->facts().name;
    done.record["runner"] = stops ? "stopped" : "kept";
    co_return done;
}

} // namespace thimble::daemon
