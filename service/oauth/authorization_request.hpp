// Request for access, as a browser brings it from a client.
#pragma once

#include "service/accounts/rights.hpp"
#include "service/oauth/client.hpp"
#include "service/oauth/form.hpp"

#include <expected>
#include <string>

namespace thimble::service::oauth {

/// Valid.
struct authorization_request {
    client from;
    std::string redirect_uri;
    bool redirect_given = false; // else it is the only one of the client
    std::string state;
    std::string challenge; // of PKCE, by S256
    std::string resource;
    std::string issuer;
    scope_set scopes; // that are asked for
};

/// The client's address that the answer goes to. One that has several has to say which.
outcome<std::string> redirect_of(const form& given, const client& from);

/// The rest, of a client and a redirect that are known; what is wrong with it is told to the
/// client. `issuer` is this server.
outcome<authorization_request> read_authorization_request(const form& given,
                                                          client from,
                                                          std::string redirect_uri,
                                                          std::string issuer);

/// Scopes that a program of others may have at most.
inline constexpr scope_set scopes_of_programs{scope::read, scope::act, scope::sessions};

/// The address with the answer of a request: the code, or the error.
std::string answer_address(const authorization_request& to, const std::string& code);
std::string error_address(const std::string& redirect_uri,
                          const std::string& state,
                          const std::string& issuer,
                          const oauth_error& what);

} // namespace thimble::service::oauth
