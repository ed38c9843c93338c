// The one on whose behalf a request is made.
#pragma once

#include <string>

namespace thimble::service {

struct account {
    std::string id;         // UUID
    std::string key_id;     // of the API key that was sent; empty for the one of local mode
    bool subscribed = true; // whether requests are served at all
};

/// The account of local mode, which needs no set-up.
account local_account();

} // namespace thimble::service
