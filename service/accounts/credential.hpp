// The secret that a request carries.
#pragma once

#include "http/request.hpp"

#include <string_view>

namespace thimble::service {

/// An API key: `X-API-Key`, else `Authorization: Bearer`; empty when there is neither.
std::string_view credential_of(const http::request& what);

/// `Authorization: Bearer` alone: a desktop's token, not an API key. Empty when there is none.
std::string_view bearer_of(const http::request& what);

} // namespace thimble::service
