// Documents in which the server describes itself to clients (RFC 9728, RFC 8414).
#pragma once

#include "contract/failure.hpp"
#include "service/accounts/rights.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::service::oauth {

nlohmann::ordered_json protected_resource_metadata(const std::string& origin);
nlohmann::ordered_json authorization_server_metadata(const std::string& issuer);

/// The value of WWW-Authenticate for a request that is not let in. `token_sent`: it had one, which
/// opens nothing.
std::string challenge_of(const std::string& origin, bool token_sent);

/// The same for a token that is good, and lacks scopes.
std::string scope_challenge_of(const std::string& origin, scope_set needed);

} // namespace thimble::service::oauth
