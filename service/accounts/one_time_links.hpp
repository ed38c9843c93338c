// Links that sign in whoever opens them first.
#pragma once

#include "service/accounts/api_key.hpp"

#include <chrono>
#include <deque>
#include <string>
#include <string_view>

namespace thimble::service {

inline constexpr std::chrono::minutes life_of_link{10};
inline constexpr std::size_t most_open_links = 10; // the oldest give way

/// Of local mode, whose links are for whoever may use its socket. In memory alone: a restart ends
/// them. A value without a thread of its own.
class one_time_links {
public:
    using clock = std::chrono::steady_clock;

    /// The token of a new one. Of a token there is only its digest here.
    std::string make(clock::time_point now);

    /// True where it opens anything: once, and not too late.
    bool use(std::string_view token, clock::time_point now);

private:
    struct open_link {
        key_digest digest{};
        clock::time_point made_at;
    };

    std::deque<open_link> open_; // the oldest first
};

} // namespace thimble::service
