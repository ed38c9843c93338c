// Opens connections to the service: through a proxy where there is one, encrypted and verified.
#pragma once

#include "async/worker.hpp"
#include "daemon/uplink/connect_failure.hpp"
#include "daemon/uplink/key_pin.hpp"
#include "daemon/uplink/service_address.hpp"
#include "http/client/proxy.hpp"
#include "http/stream.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>

#include <chrono>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace thimble::daemon {

struct connector_options {
    service_address service;
    std::optional<service::http::proxy> proxy = {};

    /// PEM; its authorities are trusted instead of the system's.
    std::optional<std::filesystem::path> ca_file = {};

    std::optional<key_pin> pin = {};         // in addition to everything else
    std::chrono::milliseconds limit{10'000}; // for all steps together
};

/// Home thread.
class connector {
public:
    using connected = std::expected<service::http::stream, connect_failure>;

    /// An error is a sentence: the file of authorities cannot be used.
    static std::expected<std::unique_ptr<connector>, std::string>
    make(const boost::asio::any_io_executor& home, connector_options options);

    /// Reads the authorities again; after an error those from before stay. Connections that are
    /// open keep what they began with.
    std::expected<void, std::string> reload();

    /// A new connection on which nothing has been said yet, within the limit. TLS is 1.2 or newer;
    /// the certificate is of this host and leads to a trusted authority.
    boost::asio::awaitable<connected> connect();

    const service_address& service() const noexcept { return options_.service; }
    const std::optional<service::http::proxy>& proxy() const noexcept { return options_.proxy; }

private:
    connector(const boost::asio::any_io_executor& home, connector_options options);

    connector_options options_;
    async::worker resolver_;                           // the system's calls for names block
    std::unique_ptr<boost::asio::ssl::context> trust_; // nullptr: not encrypted
};

} // namespace thimble::daemon
