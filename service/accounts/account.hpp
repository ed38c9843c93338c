// The one on whose behalf a request is made.
#pragma once

#include "service/accounts/rights.hpp"

#include <string>
#include <utility>

namespace thimble::service {

struct account {
    std::string id;         // UUID
    std::string key_id;     // of the API key that was sent; empty for that of local mode
    bool subscribed = true; // whether requests are served at all

    /// Of the browser whose cookie was sent; empty where a key was.
    std::string sign_in_id = {};

    /// Of the key or token that was sent.
    access_rights rights = {};

    /// Of the program whose token was sent: somebody has let it in, see service/oauth.
    std::string grant_id = {};

    /// IP address of a client on whose behalf the service itself asks, over MCP; else empty.
    std::string address = {};
};

/// With all rights in it: for what the service itself looks up there.
inline account whole_account(std::string id)
{
    account out;
    out.id = std::move(id);
    return out;
}

/// The account of local mode, which needs no set-up.
account local_account();

} // namespace thimble::service
