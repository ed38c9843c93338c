// Address of a server from a URL: scheme, host and port.
#pragma once

#include <boost/url/url_view.hpp>

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// The same server has one form: scheme and host are in lower case, the port is always there.
struct server_address {
    bool encrypted = true;  // https; else http
    std::string host;       // a name, or an address without brackets
    std::uint16_t port = 0; // 1 to 65535
    bool loopback = false;  // "localhost", 127.0.0.0/8 or ::1: nothing leaves this machine

    /// "phones.example:8443", "[2001:db8::1]:443", for Host and CONNECT.
    std::string authority() const;

    /// "https://phones.example"; a port only where it is not the scheme's own.
    std::string url() const;

    friend bool operator==(const server_address&, const server_address&) = default;
};

/// 1 to 65535 in digits.
std::optional<std::uint16_t> parse_port(std::string_view text);

/// Path, query and fragment do not matter. An error is what is wrong with the URL, without its
/// text: it may hold a password. Plain http is for this machine alone.
std::expected<server_address, std::string> server_of(const boost::urls::url_view& url);

/// The same, with http to any machine: for what may be read and changed on its way.
std::expected<server_address, std::string> any_server_of(const boost::urls::url_view& url);

} // namespace thimble::service
