#include "daemon/control/serving_process.hpp"

#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"

namespace thimble::daemon {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds answer_limit{1};

} // namespace

std::optional<pid_t> process_that_serves(const fs::path& runtime_directory,
                                         std::string_view address)
{
    const auto own = control_socket_in(runtime_directory);
    const auto place = "://" + std::string(address);
    for (const auto& socket : live_control_sockets(runtime_directory)) {
        if (socket == own)
            continue;
        const auto answer = ask_control(socket, status_request(), answer_limit);
        if (!answer || !text_in(answer->record, "address").ends_with(place))
            continue;
        const auto process = answer->record.find("pid");
        if (process != answer->record.end() && process->is_number_integer())
            return process->get<pid_t>();
    }
    return std::nullopt;
}

} // namespace thimble::daemon
