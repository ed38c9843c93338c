// Connections to servers that somebody else names: webhooks, documents of clients.
#pragma once

#include "async/worker.hpp"
#include "http/client/server_address.hpp"
#include "http/stream.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/context.hpp>

#include <chrono>
#include <expected>
#include <string>

namespace thimble::service::http {

/// Limits of what may be reached, and how it is known.
struct outside_reach {
    bool private_addresses = false;             // and this machine
    boost::asio::ssl::context* trust = nullptr; // of https, which needs it; outlives the connecting
    std::chrono::milliseconds connect_time{5000}; // until it is encrypted
};

bool may_reach(const boost::asio::ip::address& address, const outside_reach& within);

/// Home thread. The name is looked up once, and the connection goes to what was found then and may
/// be reached, and nowhere else; by no proxy. An error is a part of a sentence, for whoever has
/// named the server: no more than what is theirs to mend.
boost::asio::awaitable<std::expected<stream, std::string>>
connect_outside(server_address server, outside_reach within, async::worker& resolver);

} // namespace thimble::service::http
