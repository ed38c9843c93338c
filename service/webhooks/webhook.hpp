// Webhook of an account, and a delivery to one, as they are kept.
#pragma once

#include <boost/describe/enum.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

struct webhook {
    using time = std::chrono::system_clock::time_point;

    std::string id;
    std::string account_id;
    std::string url;
    std::vector<std::string> types; // of the events that are sent; none: all
    std::string sealed;             // the secret, see master_key
    time created_at;
};

/// `pending`: it is tried, or will be tried again.
enum class delivery_state : std::uint8_t { pending, delivered, failed };
BOOST_DESCRIBE_ENUM(delivery_state, pending, delivered, failed)

struct webhook_delivery {
    using time = std::chrono::system_clock::time_point;

    std::string id; // greater than those before
    std::string webhook_id;
    std::string event_id;
    std::string type; // of the event
    std::string body; // empty once it has ended
    time created_at;
    delivery_state state = delivery_state::pending;
    int attempts = 0; // made so far
    time due_at;      // of the next one
    std::optional<int> response_status = {};
    std::string error = {}; // why the last attempt failed; empty: it did not
    std::optional<time> ended_at = {};
};

} // namespace thimble::service
