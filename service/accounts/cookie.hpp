// The cookie of a browser in which somebody has signed in.
#pragma once

#include "http/request.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

/// The token in it; empty where there is none. Browsers send cookies to every port of a host, so
/// the cookie's name has the port in it: two services of one machine keep theirs apart.
std::string_view sign_in_token(const http::request& what);

/// The value of Set-Cookie for whoever has sent `what`: for this host alone, for no script and no
/// request that begins elsewhere. `encrypted`: the browser sends it over TLS alone.
std::string cookie_with(const http::request& what, std::string_view token, bool encrypted);

/// The value of Set-Cookie that makes the browser forget it.
std::string no_cookie(const http::request& what, bool encrypted);

} // namespace thimble::service
