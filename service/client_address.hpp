// The address that a request comes from, as far as it can be told.
#pragma once

#include "service/http/request.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

/// `peer`, or the client of a proxy on this machine as that proxy names it (X-Forwarded-For).
std::string origin_address(const http::request& what, std::string_view peer);

/// The unit in which addresses are counted: of IPv6 the /64, because a client has all of it.
std::string network_of(std::string_view address);

/// A proxy on this machine says that its client came over TLS (X-Forwarded-Proto).
bool is_encrypted_by_proxy(const http::request& what, std::string_view peer);

} // namespace thimble::service
