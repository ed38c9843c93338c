// The API key that a request carries.
#pragma once

#include "service/http/request.hpp"

#include <string_view>

namespace thimble::service {

/// `X-API-Key`, else `Authorization: Bearer`; empty when there is neither.
std::string_view credential_of(const http::request& what);

} // namespace thimble::service
