// Limit of attempts to sign in.
#pragma once

#include "service/accounts/rate_limit.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service {

struct attempt_limits {
    rate of_account{.per_second = 1.0 / 30, .burst = 10};
    rate of_address{.per_second = 1.0 / 10, .burst = 30};
};

/// Home thread. Counts attempts that have failed, for each name and each address that they come
/// from: guessing one account's password from everywhere is as slow as guessing everybody's from
/// one place. A name that has signed in from an address lately is counted by itself there, so that
/// its owner gets in while others guess. That is kept in memory: a restart forgets it.
class sign_in_attempts {
public:
    using clock = rate_limiter::clock;

    explicit sign_in_attempts(attempt_limits granted = {})
        : names_(granted.of_account), addresses_(granted.of_address), at_home_(granted.of_account)
    {
    }

    /// Counts one. When it is one too many: how long to wait.
    std::optional<clock::duration>
    refuse(const std::string& name, std::string_view address, clock::time_point now);

    /// It was the right password.
    void succeeded(const std::string& name, std::string_view address, clock::time_point now);

    /// True where that name has signed in from that address lately.
    bool knows(const std::string& name, std::string_view address, clock::time_point now) const;

private:
    using home = std::pair<std::string, std::string>; // a name and a network

    static std::string text_of(const home& where);

    rate_limiter names_; // also those that nobody has: an answer must not tell
    rate_limiter addresses_;
    rate_limiter at_home_;                   // by text_of()
    std::map<home, clock::time_point> seen_; // when it succeeded last
};

inline constexpr std::chrono::hours lately_signed_in{30 * 24};
inline constexpr std::size_t most_homes = 10'000; // the one that was seen least lately gives way

} // namespace thimble::service
