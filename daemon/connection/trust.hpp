// Whom the daemon believes to be its service: authorities, the host's name, and what was wrong.
#pragma once

#include "daemon/connection/connect_failure.hpp"
#include "daemon/connection/key_pin.hpp"
#include "daemon/connection/service_address.hpp"

#include <boost/asio/ssl/context.hpp>

#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace thimble::daemon {

/// TLS 1.2 and newer for a client that trusts the authorities in `ca_file` (PEM) alone, or those of
/// the system where there is no file. An error is a sentence that names the file.
std::expected<std::unique_ptr<boost::asio::ssl::context>, std::string>
load_trust(const std::optional<std::filesystem::path>& ca_file);

/// Before the handshake: the server must show a certificate for this host, which is told which one
/// is meant. Throws when OpenSSL refuses the host.
void expect_service(SSL& encryption, const service_address& service);

/// After a handshake that failed for `why`.
connect_failure failed_handshake(const SSL& encryption,
                                 const service_address& service,
                                 const boost::system::error_code& why);

/// After a handshake that went well: whether the certificate's key is the pinned one.
std::expected<void, connect_failure>
check_pin(const SSL& encryption, const service_address& service, const key_pin& pin);

} // namespace thimble::daemon
