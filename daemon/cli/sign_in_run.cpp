#include "daemon/cli/runs.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "program/early_exit.hpp"

#include <iostream>

namespace thimble::daemon {

namespace {

constexpr std::chrono::seconds sign_in_limit{5};

/// Nothing from one that serves no pages, or does not answer.
std::optional<std::string> link_from(const std::filesystem::path& socket)
{
    const auto answer = ask_control(socket, sign_in_request(), sign_in_limit);
    if (!answer || answer->failed())
        return std::nullopt;
    const auto link = answer->record.find("link");
    if (link == answer->record.end() || !link->is_string())
        return std::nullopt;
    return link->get<std::string>();
}

} // namespace

int run_sign_in(const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory) {
        std::cerr << "thimbled: " << directory.error() << '\n';
        return service::exit_cannot_create;
    }
    bool found = false;
    for (const auto& socket : live_control_sockets(directory->path()))
        if (const auto link = link_from(socket)) {
            std::cout << *link << '\n';
            found = true;
        }
    if (!found)
        std::cerr
            << "thimbled: no thimbled that runs serves pages. Start it with: thimbled --local\n";
    return found ? service::exit_ok : service::exit_failed;
}

} // namespace thimble::daemon
