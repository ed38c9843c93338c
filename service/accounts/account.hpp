// The one on whose behalf a request is made.
#pragma once

#include "service/accounts/rights.hpp"

#include <string>

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

/// The account of local mode, which needs no set-up.
account local_account();

} // namespace thimble::service
