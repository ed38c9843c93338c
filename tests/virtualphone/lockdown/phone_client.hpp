// A computer's connection to lockdownd or to one of its services.
#pragma once

#include "tests/virtualphone/lockdown/host_identity.hpp"
#include "tests/virtualphone/mux/desk.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <memory>
#include <string>

namespace thimble::virtualphone::tests {

/// Throws boost::system::system_error when the connection ends.
class phone_client {
public:
    explicit phone_client(stream socket) : socket_(std::make_unique<stream>(std::move(socket))) {}

    /// Presents the host's certificate, or the root's as some hosts do.
    boost::asio::awaitable<void> start_tls(const host_identity& as, bool present_root = false);

    boost::asio::awaitable<void> send(const plist::value& message, bool binary = false);
    boost::asio::awaitable<void> send_raw(plist::bytes content);
    boost::asio::awaitable<plist::value> receive();
    boost::asio::awaitable<plist::bytes> receive_raw(std::size_t size);

    /// The answer to one request.
    boost::asio::awaitable<plist::value> ask(plist::value request);

    boost::asio::awaitable<bool> ended();

private:
    boost::asio::awaitable<void> read(plist::bytes& to);

    std::unique_ptr<stream> socket_; // TLS refers to it, and clients are moved
    std::unique_ptr<boost::asio::ssl::context> settings_;
    std::unique_ptr<boost::asio::ssl::stream<stream&>> tls_;
};

boost::asio::awaitable<phone_client> open_port(desk& table, std::uint16_t port);
boost::asio::awaitable<phone_client> open_lockdown(desk& table);

/// An identity for the phone on the desk; the phone does not know it yet.
boost::asio::awaitable<host_identity> new_identity(desk& table);

plist::value lockdown_request(std::string_view name);
plist::value pair_request(const host_identity& as);

/// Pairs, which the phone must allow.
boost::asio::awaitable<host_identity> paired_identity(desk& table);

/// Connected, in a session, with TLS.
boost::asio::awaitable<phone_client>
open_session(desk& table, const host_identity& as, bool present_root = false);

/// Started and connected, with TLS; in a new session.
boost::asio::awaitable<phone_client>
open_service(desk& table, const host_identity& as, std::string_view service);

} // namespace thimble::virtualphone::tests
