// One attempt to reach the service, step by step.
#pragma once

#include "daemon/uplink/connector.hpp"
#include "http/client/dial.hpp"

#include <boost/asio/ip/tcp.hpp>

namespace thimble::daemon {

/// Home thread. What it is made of outlives it.
class connect_attempt {
public:
    /// `trust` is nullptr where nothing is encrypted.
    connect_attempt(const connector_options& options,
                    async::worker& resolver,
                    boost::asio::ssl::context* trust);

    /// Once. Always has a value.
    boost::asio::awaitable<std::optional<connector::connected>> run();

    /// What took too long, when run() was cancelled.
    connect_failure out_of_time() const;

private:
    using tcp = boost::asio::ip::tcp;
    using reached = std::expected<tcp::socket, connect_failure>;

    boost::asio::awaitable<std::expected<service::http::endpoints, connect_failure>> look_up();
    boost::asio::awaitable<reached> reach(service::http::endpoints all);
    boost::asio::awaitable<connector::connected> encrypt(tcp::socket over);
    const std::string& first_host() const;
    std::string first_place() const;

    const connector_options& options_;
    async::worker& resolver_;
    boost::asio::ssl::context* trust_;
    connect_step step_ = connect_step::resolve;
};

} // namespace thimble::daemon
