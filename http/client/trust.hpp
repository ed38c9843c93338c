// Trust of a client of TLS: authorities, and the host's name.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <boost/system/error_code.hpp>

#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::http {

/// TLS 1.2 and newer for a client that trusts the authorities in `ca_file` (PEM) alone, or those of
/// the system where there is no file. An error is a sentence that names the file.
std::expected<std::unique_ptr<boost::asio::ssl::context>, std::string>
load_trust(const std::optional<std::filesystem::path>& ca_file);

/// Before the handshake: the server must show a certificate for this host (a name, or an address
/// without brackets), and is told which one is meant. Throws when OpenSSL refuses the host.
void expect_host(SSL& encryption, const std::string& host);

/// The words for what a server does that does not speak TLS, or breaks off.
std::string words_for_handshake(const boost::system::error_code& why);

} // namespace thimble::service::http
