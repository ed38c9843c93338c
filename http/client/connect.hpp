// Connections to a server: looked up, through a proxy where there is one, encrypted and verified.
#pragma once

#include "async/worker.hpp"
#include "http/client/proxy.hpp"
#include "http/client/server_address.hpp"
#include "http/stream.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/context.hpp>

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>

namespace thimble::service::http {

/// The step that failed, as far as a person has to do something else about it.
enum class connect_step : std::uint8_t {
    resolve,       // the name of the server or of the proxy is unknown
    forbidden,     // it leads to addresses alone that must not be reached
    reach,         // nobody answers at its addresses
    proxy,         // the proxy gives no tunnel
    encrypt,       // no agreement on TLS
    expired,       // the certificate is no longer valid
    not_yet_valid, // the certificate is not valid yet: most likely this machine's clock is slow
    wrong_host,    // the certificate is another host's
    unknown_issuer,
    wrong_key, // the certificate's key is not the pinned one
    answer,    // it is reached, and does not answer as such a server does
};

struct connect_failure {
    connect_step step = connect_step::reach;
    std::string message;    // a sentence for a person; holds no secret
    bool timed_out = false; // the step did not end in time

    friend bool operator==(const connect_failure&, const connect_failure&) = default;
};

struct route {
    server_address server;
    std::optional<http::proxy> proxy = {};
    boost::asio::ssl::context* trust = nullptr; // nullptr: not encrypted; outlives connect()

    /// Asked of each address that the name of the server, or of the proxy, leads to: none but those
    /// that it is true for are connected to. Empty: all are.
    std::function<bool(const boost::asio::ip::address&)> may_reach = {};
};

/// Home thread. A new connection on which nothing has been said yet, made within `limit` for all
/// steps together. Names are looked up on `resolver`. A certificate is of the server's host and
/// leads to an authority that is trusted.
boost::asio::awaitable<std::expected<stream, connect_failure>>
connect(route way, async::worker& resolver, std::chrono::milliseconds limit);

} // namespace thimble::service::http
