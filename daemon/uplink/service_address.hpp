// Address of the service, as --service names it.
#pragma once

#include "http/client/server_address.hpp"

#include <expected>
#include <string>
#include <string_view>

namespace thimble::daemon {

using service::parse_port;
using service_address = service::server_address;

/// Takes "http(s)://host[:port]" and "…/", and nothing that says more. An error is what is wrong
/// with the text, without the text: it may hold a password.
std::expected<service_address, std::string> parse_service_address(std::string_view text);

} // namespace thimble::daemon
