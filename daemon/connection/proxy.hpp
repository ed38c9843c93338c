// Which proxy stands between this machine and the service, as the environment says.
#pragma once

#include "daemon/connection/service_address.hpp"
#include "service/setup/environment.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace thimble::daemon {

/// An HTTP proxy that is asked for a tunnel with CONNECT.
struct proxy {
    std::string host; // a name, or an address without brackets
    std::uint16_t port = 0;
    std::string authorization = {}; // the value of Proxy-Authorization, a secret; empty: none

    friend bool operator==(const proxy&, const proxy&) = default;
};

/// https_proxy, else all_proxy, unless no_proxy has the service in its list: names with all that is
/// below them, addresses, each with or without a port, or "*" for everything. Each variable may be
/// in capitals; the other form wins. A service on this machine is reached without one. Errors are
/// sentences that name the variable and nothing of its value, which may hold a password.
std::expected<std::optional<proxy>, std::string> proxy_for(const service_address& service,
                                                           const service::environment& variables);

} // namespace thimble::daemon
