// Errors as OAuth numbers and names them.
#pragma once

#include "http/response.hpp"

#include <expected>
#include <string>

namespace thimble::service::oauth {

/// The description is for a developer; no token, code or secret stands in it.
struct oauth_error {
    std::string code; // "invalid_grant"
    std::string description = {};
    unsigned status = 400;
};

template <class Value>
using outcome = std::expected<Value, oauth_error>;

oauth_error invalid_request(std::string description);
oauth_error invalid_grant(std::string description);
oauth_error invalid_target();

/// The database is late or refuses.
oauth_error unavailable();

/// {"error","error_description"}, which nobody keeps.
http::response to_response(const oauth_error& what);

} // namespace thimble::service::oauth
