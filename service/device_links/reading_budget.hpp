// Budget of the bytes that a link may give the service to read.
#pragma once

#include "service/device_links/link_limits.hpp"

#include <chrono>
#include <string_view>

namespace thimble::service {

/// Two token buckets, for the bytes and for the JSON values of messages: both are time of the home
/// thread, which all links share. A full bucket holds one message of any size.
class reading_budget {
public:
    using clock = std::chrono::steady_clock;

    explicit reading_budget(const link_limits& granted);

    /// Takes what reading `message` costs. The time to wait before the next is read; zero while the
    /// link stays within its budget.
    clock::duration spend(std::string_view message, clock::time_point now);

private:
    struct bucket {
        double per_second = 0;
        double most = 0;
        double left = 0; // below zero: overdrawn

        void fill(double seconds);
        double spend(double cost); // seconds until it is not overdrawn any more
    };

    bucket bytes_;
    bucket values_;
    clock::time_point filled_at_;
};

} // namespace thimble::service
