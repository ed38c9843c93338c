// A network of this thread's own, with the kernel's TCP at one end of a device and the test at the
// other. Linux, as root.
#pragma once

#include "device/tunnel/ipv6.hpp"
#include "device/tunnel/owned_descriptor.hpp"

#include <cstddef>
#include <expected>
#include <string>

namespace thimble::tests {

namespace tunnel = device::tunnel;

inline constexpr tunnel::ipv6_address kernel_address{0xfd, 0x9a, 0, 0, 0, 0, 0, 0,
                                                     0,    0,    0, 0, 0, 0, 0, 1};
inline constexpr tunnel::ipv6_address test_address{0xfd, 0x9a, 0, 0, 0, 0, 0, 0,
                                                   0,    0,    0, 0, 0, 0, 0, 2};

class own_network {
public:
    /// The error says why there can be none.
    static std::expected<own_network, std::string> make(int mtu);

    own_network(own_network&&) noexcept = default;
    own_network& operator=(own_network&&) = delete;
    ~own_network(); // the thread returns to the network that it had

    /// Packets, one a read and one a write; not blocking.
    int device() const { return device_.get(); }

private:
    own_network() = default;

    std::expected<void, std::string> enter();
    std::expected<void, std::string> begin(int mtu);

    tunnel::owned_descriptor before_;
    tunnel::owned_descriptor device_;
};

} // namespace thimble::tests
