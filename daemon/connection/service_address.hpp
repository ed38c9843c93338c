// Which service a companion belongs to, as --service names it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// The same service has one form: scheme and host are in lower case, the port is always there.
struct service_address {
    bool encrypted = true;  // https; else http, which only loopback may have
    std::string host;       // a name, or an address without brackets
    std::uint16_t port = 0; // 1 to 65535
    bool loopback = false;  // "localhost", 127.0.0.0/8 or ::1: nothing leaves this machine

    /// "phones.example:8443", "[2001:db8::1]:443", for Host and CONNECT.
    std::string authority() const;

    /// "https://phones.example"; a port only where it is not the scheme's own.
    std::string url() const;

    friend bool operator==(const service_address&, const service_address&) = default;
};

/// 1 to 65535 in digits.
std::optional<std::uint16_t> parse_port(std::string_view text);

/// Takes "http(s)://host[:port]" and "…/", and nothing that says more. An error is what is wrong
/// with the text, without the text: it may hold a password.
std::expected<service_address, std::string> parse_service_address(std::string_view text);

} // namespace thimble::daemon
