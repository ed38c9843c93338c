#include "daemon/cli/runner_run.hpp"

#include "daemon/cli/action_report.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/socket_to_ask.hpp"
#include "text/printable_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <iostream>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

/// A runner's end takes some seconds, and a start that is under way is waited for.
constexpr std::chrono::seconds longest_switch{30};

std::string runner_lines(const ordered_json& record, bool stops)
{
    auto name = text_in(record, "name");
    if (name.empty())
        name = text_in(record, "phone");
    name = service::printable(name);
    if (stops)
        return fmt::format(
            "WebDriverAgentRunner on {} is stopped. It stays so until thimbled runner "
            "start, until the phone is plugged in again, or until thimbled is "
            "started anew.\n",
            name);
    return fmt::format(
        "WebDriverAgentRunner on {} is kept running again. thimbled status says when "
        "the phone is ready.\n",
        name);
}

int say_switch(const control_answer& answer, bool json, bool stops)
{
    if (json)
        std::cout << answer.record.dump(-1, ' ', false, ordered_json::error_handler_t::replace)
                  << '\n';
    else if (answer.failed())
        std::cerr << text_of_failure(answer.record);
    else
        std::cout << runner_lines(answer.record, stops);
    std::cout.flush();
    return answer.failed() ? service::exit_failed : service::exit_ok;
}

int say_none_runs(bool json)
{
    say_switch(error_answer("DAEMON_NOT_RUNNING",
                            "No thimbled runs on this computer, so it keeps no runner. Start it "
                            "with: thimbled --local, or thimbled --service URL"),
               json, false);
    return service::exit_unavailable;
}

} // namespace

int run_runner_switch(const options& given, const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory) {
        std::cerr << "thimbled: " << directory.error() << '\n';
        return service::exit_cannot_create;
    }
    const auto socket = socket_to_ask(directory->path(), given.phone);
    if (!socket)
        return say_none_runs(given.json);
    const bool stops = given.app.what == app_request::deed::stop;
    const auto answer =
        ask_control(*socket, runner_request(stops ? "stop" : "start", given.phone), longest_switch);
    return say_switch(answer ? *answer : error_answer("DAEMON_SILENT", answer.error()), given.json,
                      stops);
}

} // namespace thimble::daemon
