#include "daemon/cli/mcp_server_start.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/control/control_sockets.hpp"
#include "daemon/control/runtime_directory.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <spdlog/fmt/fmt.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <iostream>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
using protocol = asio::local::stream_protocol;

namespace {

constexpr std::chrono::seconds start_limit{20};      // of a server that is begun here
constexpr std::chrono::seconds other_start_limit{5}; // of one that has come before it
constexpr std::chrono::milliseconds look_interval{50};
constexpr timeval head_limit{.tv_sec = 5, .tv_usec = 0}; // for a server that hangs
constexpr std::size_t longest_head = 4096;
constexpr std::string_view upgrade_request =
    "GET /local/v1/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    "Upgrade: thimble-mcp\r\n\r\n";

/// All of it; false where nobody takes it.
bool write_all(int to, std::string_view what)
{
    while (!what.empty()) {
        const auto written = ::write(to, what.data(), what.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        what.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Up to the empty line, byte by byte: what follows is the protocol's.
std::string read_head(int from)
{
    std::string head;
    char next = 0;
    while (head.size() < longest_head && !head.ends_with("\r\n\r\n") && ::read(from, &next, 1) == 1)
        head += next;
    return head;
}

/// A connection over which the protocol's lines go; nothing where that thimbled serves none.
std::optional<protocol::socket> join(asio::io_context& context, const std::filesystem::path& at)
{
    protocol::socket socket(context);
    boost::system::error_code failed;
    socket.connect(protocol::endpoint(at.string()), failed);
    if (failed)
        return std::nullopt;
    const int handle = socket.native_handle();
    ::setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &head_limit, sizeof(head_limit));
    if (!write_all(handle, upgrade_request) || !read_head(handle).starts_with("HTTP/1.1 101 "))
        return std::nullopt;
    constexpr timeval for_ever{};
    ::setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &for_ever, sizeof(for_ever));
    return socket;
}

struct joined {
    std::optional<protocol::socket> socket;
    bool others = false; // somebody listens, and serves no such client
};

joined join_any(asio::io_context& context, const std::filesystem::path& directory)
{
    joined out;
    for (const auto& each : live_control_sockets(directory)) {
        out.socket = join(context, each);
        if (out.socket)
            return out;
        out.others = true;
    }
    return out;
}

std::expected<protocol::socket, std::string> join_or_start(asio::io_context& context,
                                                           const std::filesystem::path& directory,
                                                           const options& given)
{
    auto first = join_any(context, directory);
    if (first.socket)
        return std::move(*first.socket);
    if (first.others)
        return std::unexpected("The thimbled that runs here belongs to a service, or serves no "
                               "clients. Give your client the address of that service, with /mcp.");
    const auto server = start_server(given);
    if (!server)
        return std::unexpected(server.error());
    // It may end because another client has started one at the same time: that one will do.
    auto until = std::chrono::steady_clock::now() + start_limit;
    bool runs = true;
    do {
        if (runs && !is_running(*server)) {
            runs = false;
            until = std::chrono::steady_clock::now() + other_start_limit;
        }
        if (auto found = join_any(context, directory); found.socket)
            return std::move(*found.socket);
        std::this_thread::sleep_for(look_interval);
    } while (std::chrono::steady_clock::now() < until);
    return std::unexpected(fmt::format("The thimbled that was started {}; {} says more.",
                                       runs ? "does not answer" : "has ended",
                                       server->log.string()));
}

/// Passes on the bytes that are there now. False at the end of either.
bool pass_on(int from, int to)
{
    std::array<char, 16UL * 1024> chunk{};
    const auto count = ::read(from, chunk.data(), chunk.size());
    if (count < 0)
        return errno == EINTR;
    return count > 0 && write_all(to, {chunk.data(), static_cast<std::size_t>(count)});
}

/// Until that side has said all that it has to say.
int converse(int server)
{
    std::array<pollfd, 2> watched{pollfd{.fd = server, .events = POLLIN, .revents = 0},
                                  pollfd{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0}};
    while (true) {
        if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR)
            return service::exit_failed;
        if (watched[0].revents != 0 && !pass_on(server, STDOUT_FILENO))
            return service::exit_ok;
        if (watched[1].revents != 0 && !pass_on(STDIN_FILENO, server)) {
            ::shutdown(server, SHUT_WR); // it answers what it has been asked
            watched[1].fd = -1;
        }
    }
}

int fail_to_join(int code, const std::string& why)
{
    std::cerr << "thimbled: " << why << '\n';
    return code;
}

} // namespace

int run_mcp(const options& given, const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory)
        return fail_to_join(service::exit_cannot_create, directory.error());
    asio::io_context context(1);
    auto server = join_or_start(context, directory->path(), given);
    if (!server)
        return fail_to_join(service::exit_unavailable, server.error());
    return converse(server->native_handle());
}

} // namespace thimble::daemon
