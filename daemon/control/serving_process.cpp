#include "daemon/control/serving_process.hpp"

#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "program/listen_address.hpp"

#include <string_view>

namespace thimble::daemon {

namespace fs = std::filesystem;

namespace {

using boost::asio::ip::tcp;

constexpr std::chrono::seconds answer_limit{1};

/// Of "http://127.0.0.1:8344"; nothing of what is no such text.
std::optional<tcp::endpoint> place_in(std::string_view address)
{
    constexpr std::string_view end_of_scheme = "://";
    const auto scheme = address.find(end_of_scheme);
    if (scheme == std::string_view::npos)
        return std::nullopt;
    const auto place = service::parse_listen_address(address.substr(scheme + end_of_scheme.size()));
    return place ? std::optional(*place) : std::nullopt;
}

/// [::] has the addresses of IPv4 as well.
bool has_all_of(const boost::asio::ip::address& one, const boost::asio::ip::address& other)
{
    return one.is_unspecified() && (one.is_v6() || other.is_v4());
}

bool exclude_each_other(const tcp::endpoint& one, const tcp::endpoint& other)
{
    return one.port() == other.port() &&
           (one.address() == other.address() || has_all_of(one.address(), other.address()) ||
            has_all_of(other.address(), one.address()));
}

} // namespace

std::optional<pid_t> process_that_serves(const fs::path& runtime_directory,
                                         const tcp::endpoint& wanted)
{
    const auto own = control_socket_in(runtime_directory);
    for (const auto& socket : live_control_sockets(runtime_directory)) {
        if (socket == own)
            continue;
        const auto answer = ask_control(socket, status_request(), answer_limit);
        if (!answer)
            continue;
        const auto place = place_in(text_in(answer->record, "address"));
        if (!place || !exclude_each_other(*place, wanted))
            continue;
        const auto process = answer->record.find("pid");
        if (process != answer->record.end() && process->is_number_integer())
            return process->get<pid_t>();
    }
    return std::nullopt;
}

} // namespace thimble::daemon
