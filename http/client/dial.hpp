// Finds a server's addresses and connects to one of them.
#pragma once

#include "async/worker.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace thimble::service::http {

using endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

/// Home thread. `host` is a name or an address; the system's resolver, which blocks for as long as
/// it likes, is asked on `resolver`. Has an address, or is an error.
boost::asio::awaitable<std::expected<endpoints, boost::system::error_code>>
look_up(async::worker& resolver, std::string host, std::uint16_t port);

/// Home thread. Tries one after the other; each has its share of `limit`, so that one that swallows
/// everything hides no other. `all` is not empty.
boost::asio::awaitable<std::expected<boost::asio::ip::tcp::socket, boost::system::error_code>>
reach(endpoints all, std::chrono::milliseconds limit);

} // namespace thimble::service::http
