#include "daemon/doctor/doctor.hpp"

#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/doctor/app_check.hpp"
#include "daemon/doctor/doctor_report.hpp"
#include "daemon/doctor/machine_checks.hpp"
#include "daemon/doctor/phone_check.hpp"
#include "daemon/doctor/phone_watch.hpp"
#include "daemon/doctor/service_check.hpp"
#include "daemon/settings/host_uuid.hpp"
#include "program/logging.hpp"
#include "screen/text_recognition.hpp"

#include <cstdlib>
#include <iostream>
#include <iterator>
#include <unistd.h>

namespace thimble::daemon {

namespace {

constexpr std::chrono::seconds answer_limit{2};

std::optional<nlohmann::ordered_json> status_of(const owner& other)
{
    if (other.socket.empty())
        return std::nullopt;
    auto answer = ask_control(other.socket, status_request(), answer_limit);
    if (!answer || answer->failed())
        return std::nullopt;
    return std::move(answer->record);
}

/// Where those that run serve REST.
std::vector<std::string> addresses_of(const std::vector<std::filesystem::path>& sockets)
{
    std::vector<std::string> out;
    for (const auto& socket : sockets) {
        const auto answer = ask_control(socket, status_request(), answer_limit);
        if (!answer || answer->failed())
            continue;
        const auto address = answer->record.find("address");
        if (address != answer->record.end() && address->is_string())
            out.push_back(address->get<std::string>());
    }
    return out;
}

finding check_one(const observed_phone& seen, const link::phone_state& phone)
{
    const auto other = seen.driven_by_others.find(phone.udid);
    if (other == seen.driven_by_others.end())
        return check_phone(phone);
    return check_foreign_phone(phone, other->second, status_of(other->second));
}

void add_phones(const observed_phone& seen, findings& found)
{
    std::ranges::move(check_usb(seen.host_blockers, seen.phones.size()), std::back_inserter(found));
    for (const link::phone_state& phone : seen.phones) {
        found.push_back(check_one(seen, phone));
        if (const auto tunnel = seen.tunnels.find(phone.udid); tunnel != seen.tunnels.end())
            found.push_back(check_tunnel(phone, tunnel->second));
    }
}

/// Checks of the outside: its service, or the port that it serves itself.
void add_outside(const options& given,
                 const service::environment& variables,
                 const std::vector<std::string>& addresses,
                 findings& found)
{
    const auto who = load_identity(given.state_dir);
    const auto service = service_of(given.connection, who);
    if (!service && !who)
        found.push_back({.name = "enrolment",
                         .ok = false,
                         .message = who.error() + ".",
                         .remedy = "Mend that, or enrol again: thimbled enroll --service URL "
                                   "--force",
                         .code = {}});
    else if (!service)
        found.push_back(check_port(given.serving.listen, addresses));
    else
        std::ranges::move(check_service(*service, given, who, variables),
                          std::back_inserter(found));
}

std::chrono::sys_seconds this_second()
{
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

finding no_runtime_directory(const std::string& problem)
{
    return {.name = "runtime directory",
            .ok = false,
            .message = problem + ".",
            .remedy = "Set XDG_RUNTIME_DIR to a directory that only you can use.",
            .code = {}};
}

void print(const findings& found, bool json)
{
    if (json)
        std::cout << for_program(found).dump(2, ' ', false,
                                             nlohmann::ordered_json::error_handler_t::replace)
                  << '\n';
    else
        std::cout << for_person(found, ::isatty(STDOUT_FILENO) != 0);
    std::cout.flush();
}

} // namespace

int run_doctor(const options& given, const service::environment& variables)
{
    findings found{check_state_directory(given.state_dir),
                   check_text(screen::find_language_data("eng"))};
    observed_phone seen;
    if (const auto shared = runtime_directory::open(variables)) {
        add_outside(given, variables, addresses_of(live_control_sockets(shared->path())), found);
        const ownership rights(shared->path(), {});
        seen = look_at_phones(rights, known_host_uuid(given.state_dir), given.tunnels,
                              service::make_logger("doctor", given.log_level));
        add_phones(seen, found);
        std::ranges::move(check_installed_apps(given.state_dir, seen.phones, this_second()),
                          std::back_inserter(found));
    } else {
        add_outside(given, variables, {}, found);
        found.push_back(no_runtime_directory(shared.error()));
    }
    print(found, given.json);
    const int code = all_well(found) ? service::exit_ok : service::exit_failed;
    if (seen.stuck_calls > 0)
        std::_Exit(code); // a blocking call that never returns still uses what would be destroyed
    return code;
}

} // namespace thimble::daemon
