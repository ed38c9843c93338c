// Cross-site check of requests with a cookie: a browser adds the cookie to requests that other
// pages have made, too.
#pragma once

#include "contract/failure.hpp"
#include "http/request.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

/// Token that our pages show with every write, and no other page can read. It follows from the
/// cookie's token, and tells nothing of it.
std::string csrf_token_of(std::string_view cookie_token);

/// GET, HEAD and OPTIONS, which change nothing.
bool is_read(const http::request& what);

/// FOREIGN_ORIGIN where a browser says that another page than one of this host asks. Requests that
/// no browser made say nothing.
result<void> check_origin(const http::request& what);

/// The same, for a request with a cookie; what is no read also needs X-CSRF-Token, and a WebSocket
/// an origin: INVALID_CSRF_TOKEN, FOREIGN_ORIGIN.
result<void> check_csrf(const http::request& what, std::string_view cookie_token);

} // namespace thimble::service
