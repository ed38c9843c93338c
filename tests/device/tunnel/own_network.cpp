#include "tests/device/tunnel/own_network.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace thimble::tests {
namespace {

using outcome = std::expected<void, std::string>;

/// As linux/ipv6.h has it, which cannot be included beside netinet/in.h.
struct address_request {
    in6_addr address;
    std::uint32_t prefix_length;
    int interface;
};

outcome checked(int returned, const char* what)
{
    if (returned >= 0)
        return {};
    return std::unexpected(std::string(what) + ": " + std::strerror(errno));
}

ifreq request_for(const char* name)
{
    ifreq request{};
    std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    return request;
}

} // namespace

std::expected<own_network, std::string> own_network::make(int mtu)
{
    own_network result;
    if (auto entered = result.enter(); !entered)
        return std::unexpected(entered.error());
    if (auto begun = result.begin(mtu); !begun)
        return std::unexpected(begun.error());
    return result;
}

std::expected<void, std::string> own_network::enter()
{
    before_ = tunnel::owned_descriptor(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
    if (auto opened = checked(before_.get(), "the thread's network"); !opened)
        return opened;
    if (auto left = checked(::unshare(CLONE_NEWNET), "a network namespace"); !left) {
        before_ = {};
        return left;
    }
    return {};
}

std::expected<void, std::string> own_network::begin(int mtu)
{
    device_ = tunnel::owned_descriptor(::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC));
    if (auto opened = checked(device_.get(), "/dev/net/tun"); !opened)
        return opened;
    auto request = request_for("tunnel");
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    if (auto made = checked(::ioctl(device_.get(), TUNSETIFF, &request), "TUNSETIFF"); !made)
        return made;
    const tunnel::owned_descriptor control(::socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (auto made = checked(control.get(), "IPv6"); !made)
        return made;
    request = request_for("tunnel");
    request.ifr_mtu = mtu;
    if (auto set = checked(::ioctl(control.get(), SIOCSIFMTU, &request), "SIOCSIFMTU"); !set)
        return set;
    request = request_for("tunnel");
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    if (auto set = checked(::ioctl(control.get(), SIOCSIFFLAGS, &request), "SIOCSIFFLAGS"); !set)
        return set;
    address_request address{.address = {},
                            .prefix_length = 64,
                            .interface = static_cast<int>(::if_nametoindex("tunnel"))};
    std::memcpy(&address.address, kernel_address.data(), kernel_address.size());
    return checked(::ioctl(control.get(), SIOCSIFADDR, &address), "SIOCSIFADDR");
}

own_network::~own_network()
{
    if (before_.get() >= 0)
        ::setns(before_.get(), CLONE_NEWNET);
}

} // namespace thimble::tests
