// Request of a session, and messages to one.
#pragma once

#include "contract/arguments.hpp"
#include "contract/failure.hpp"
#include "contract/parameter.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service::sessions {

struct order {
    std::string instruction;
    std::string model = {};                   // empty: the one that is configured
    std::optional<std::string> phone_id = {}; // its id, its UDID, or its name
    std::uint64_t max_turns = 100;
    std::optional<std::int64_t> max_cost = {}; // in micro-dollars
    std::chrono::seconds timeout{1800};
    bool record = false; // the screen, from its beginning to its end

    friend bool operator==(const order&, const order&) = default;
};

/// Fields of the body of POST /v1/sessions.
std::vector<parameter> order_parameters();

/// From arguments that were read by these.
result<order> read_order(const arguments& given);

/// Fields of the body of POST …/messages: `message` alone.
std::vector<parameter> message_parameters();

} // namespace thimble::service::sessions
