// API keys and the accounts that they open.
#pragma once

#include "service/failure.hpp"
#include "service/http/request.hpp"

#include <array>
#include <string>
#include <string_view>

namespace thimble::service {

struct account {
    std::string id; // UUID
};

/// The account of local mode, which needs no set-up.
account local_account();

/// The keys of the one account that local mode has. Holds a hash, not the key.
class keys {
public:
    explicit keys(std::string_view api_key);

    /// Whose request this is: `X-API-Key`, else `Authorization: Bearer`.
    result<account> authenticate(const http::request& what) const;

private:
    using digest = std::array<unsigned char, 32>;

    static digest hash(std::string_view key);

    digest key_hash_;
};

} // namespace thimble::service
