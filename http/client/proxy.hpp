// Proxy between this machine and a server, as the environment names it.
#pragma once

#include "http/client/server_address.hpp"
#include "program/environment.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace thimble::service::http {

/// An HTTP proxy that is asked for a tunnel with CONNECT.
struct proxy {
    std::string host; // a name, or an address without brackets
    std::uint16_t port = 0;
    std::string authorization = {}; // the value of Proxy-Authorization, a secret; empty: none

    friend bool operator==(const proxy&, const proxy&) = default;
};

/// "proxy.example:3128".
std::string place_of(const proxy& what);

/// https_proxy, else all_proxy, unless no_proxy has the server in its list: names with all that is
/// below them, addresses, each with or without a port, or "*" for everything. Each variable may be
/// in capitals; the other form wins. A server on this machine is reached without one. Errors are
/// sentences that name the variable and nothing of its value, which may hold a password.
std::expected<std::optional<proxy>, std::string> proxy_for(const server_address& server,
                                                           const environment& variables);

} // namespace thimble::service::http
