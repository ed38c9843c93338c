#include "tests/e2e/listening_manager.hpp"

#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

namespace thimble::e2e {

namespace {

constexpr auto watchdog_microseconds = "500000";

int open_socket(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), std::min(path.size(), sizeof address.sun_path - 1));
    const int made = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    if (made < 0 || ::bind(made, generic, sizeof address) != 0)
        throw std::system_error(errno, std::generic_category(), path);
    return made;
}

} // namespace

listening_manager::listening_manager() : socket_(open_socket(home_.path() / "notify")) {}

listening_manager::~listening_manager()
{
    ::close(socket_);
}

environment listening_manager::variables() const
{
    return {{"NOTIFY_SOCKET", home_.path() / "notify"}, {"WATCHDOG_USEC", watchdog_microseconds}};
}

bool listening_manager::hears(const std::string& beginning, std::chrono::milliseconds limit)
{
    return eventually(limit, [&] {
        receive();
        return std::ranges::any_of(
            heard_, [&](const std::string& one) { return one.starts_with(beginning); });
    });
}

std::uint64_t listening_manager::value_of(const std::string& name) const
{
    std::uint64_t value = 0;
    for (const auto& one : heard_)
        if (one.starts_with(name + "="))
            value = std::stoull(one.substr(name.size() + 1));
    return value;
}

void listening_manager::receive()
{
    std::array<char, 4096> message{};
    for (;;) {
        const auto size = ::recv(socket_, message.data(), message.size(), 0);
        if (size <= 0)
            return;
        std::istringstream lines(std::string(message.data(), static_cast<std::size_t>(size)));
        for (std::string line; std::getline(lines, line);)
            heard_.push_back(line);
    }
}

std::uint64_t microseconds_now()
{
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                          std::chrono::steady_clock::now().time_since_epoch())
                                          .count());
}

} // namespace thimble::e2e
