// How often somebody may try to sign in.
#pragma once

#include "service/http/request.hpp"
#include "service/rate_limit.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

struct attempt_limits {
    rate of_account{.per_second = 1.0 / 30, .burst = 10};
    rate of_address{.per_second = 1.0 / 10, .burst = 30};
};

/// Home thread. Counts attempts that have failed, for each name and each address that they come
/// from: guessing one account's password from everywhere is as slow as guessing everybody's from
/// one place.
class sign_in_attempts {
public:
    using clock = rate_limiter::clock;

    explicit sign_in_attempts(attempt_limits granted = {})
        : names_(granted.of_account), addresses_(granted.of_address)
    {
    }

    /// Counts one. When it is one too many: how long to wait.
    std::optional<clock::duration>
    refuse(const std::string& name, std::string_view address, clock::time_point now);

    /// It was the right password.
    void succeeded(const std::string& name, std::string_view address);

private:
    rate_limiter names_; // also those that nobody has: an answer must not tell
    rate_limiter addresses_;
};

/// Where a request comes from: `peer`, or what a proxy on this machine says of its own client.
std::string origin_address(const http::request& what, std::string_view peer);

/// What counts as one address: of IPv6 the network, because whoever has one address has all of it.
std::string network_of(std::string_view address);

} // namespace thimble::service
