#include "daemon/control/control_sockets.hpp"

#include "text/whole_number.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view socket_prefix = "control-";
constexpr std::string_view socket_suffix = ".sock";

/// The process whose control socket has that name.
std::optional<pid_t> process_of(std::string_view name)
{
    if (!name.starts_with(socket_prefix) || !name.ends_with(socket_suffix))
        return std::nullopt;
    name.remove_prefix(socket_prefix.size());
    name.remove_suffix(socket_suffix.size());
    return service::whole_number<pid_t>(name, 1);
}

bool is_listened_to(const fs::path& path)
{
    using protocol = asio::local::stream_protocol;
    asio::io_context context(1);
    protocol::socket probe(context);
    try {
        probe.connect(protocol::endpoint(path.string()));
        return true;
    } catch (const boost::system::system_error&) {
        return false; // its process died without removing it
    }
}

} // namespace

fs::path control_socket_in(const fs::path& runtime_directory)
{
    return runtime_directory / fmt::format("{}{}{}", socket_prefix, ::getpid(), socket_suffix);
}

void remove_dead_sockets(const fs::path& runtime_directory)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(runtime_directory, ignored)) {
        const auto process = process_of(entry.path().filename().string());
        if (process && ::kill(*process, 0) != 0 && errno == ESRCH)
            fs::remove(entry.path(), ignored);
    }
}

std::vector<fs::path> live_control_sockets(const fs::path& runtime_directory)
{
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(runtime_directory, ignored))
        if (entry.is_socket(ignored) && is_listened_to(entry.path()))
            found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

} // namespace thimble::daemon
