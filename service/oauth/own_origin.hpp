// Addresses of this server as a client of OAuth knows them.
#pragma once

#include "http/own_addresses.hpp"
#include "http/request.hpp"

#include <string>
#include <string_view>

namespace thimble::service::oauth {

inline constexpr std::string_view mcp_path = "/mcp";

/// "https://phones.example": the issuer. As the request has it, whose Host has been found to be one
/// of ours; over TLS where ours, the proxy's word or the address that people are told says so.
std::string
origin_of(const own_addresses& here, const http::request& what, const http::caller& from);

/// True where both name the same resource: scheme and host in any case, the scheme's own port or
/// none, a slash at the end or none.
bool is_same_resource(std::string_view one, std::string_view other);

/// True where a token for this audience is for the server that is asked by this Host, whatever the
/// scheme: a proxy may end TLS.
bool is_audience(std::string_view audience, std::string_view host);

} // namespace thimble::service::oauth
