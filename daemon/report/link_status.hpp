// Status of the link to the service.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace thimble::daemon {

enum class link_state : std::uint8_t {
    connecting, // an attempt is under way
    connected,  // hello and welcome were exchanged
    waiting,    // until `next_attempt`
    refused,    // until a person has done something
};

struct link_status {
    using time = std::chrono::system_clock::time_point;

    link_state state = link_state::connecting;
    time since;                       // when this state began
    std::string service;              // URL
    std::int64_t epoch = 0;           // of the present or last link; 0 before the first
    std::string problem;              // why there is no link, a sentence; empty while there is one
    std::optional<time> next_attempt; // while waiting
    std::size_t unsettled = 0;        // results that the service has not yet confirmed
};

/// "connecting", …
std::string_view to_text(link_state state);

/// {"state","since","service","epoch","problem","next_attempt","unsettled"}; null for what is not
/// there.
nlohmann::ordered_json to_json(const link_status& status);

} // namespace thimble::daemon
