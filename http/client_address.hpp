// Client address of a request: the peer's, or the one that a trusted proxy passes on.
#pragma once

#include "http/request.hpp"

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <boost/beast/http/message.hpp>

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::http {

/// The unit that limits per address count by: an IPv4 address, or the /64 network of an IPv6 one,
/// because a subscriber usually has all of it.
std::string network_of(std::string_view address);

/// The proxies whose X-Forwarded-For is believed.
class trusted_proxies {
public:
    /// Loopback: a proxy on this machine.
    trusted_proxies();

    /// "10.0.0.0/8,192.0.2.7,2001:db8::/32"; an empty list trusts nobody. An error is the element
    /// that is neither an address nor a network.
    static std::expected<trusted_proxies, std::string> parse(std::string_view list);

    bool trusts(std::string_view address) const;

    /// The address that a request over a connection from `peer` comes from: `peer` itself, unless
    /// that is a trusted proxy. Then it is the last address in the last X-Forwarded-For that is not
    /// a trusted proxy's, for each proxy appends its own client.
    std::string client_of(const boost::beast::http::request_header<>& head,
                          const std::string& peer) const;

private:
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
};

/// True where a trusted proxy says that its client came over TLS (X-Forwarded-Proto).
bool is_encrypted_by_proxy(const request& what, const caller& from);

} // namespace thimble::service::http
