// Limits for a model's provider.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace thimble::service::models {

struct client_limits {
    std::chrono::milliseconds connect{10'000}; // until all is agreed on
    /// For a prompt to be taken, and between two bytes. A model of one's own machine may read
    /// pictures for minutes before it says anything.
    std::chrono::milliseconds silence{180'000};
    std::chrono::milliseconds shutdown_time{200}; // for an answer's end, once the reply is complete
    std::chrono::milliseconds idle_age{30'000}; // of a connection that is kept for the next prompt
    std::size_t idle_connections = 16;
    std::uint32_t head_bytes = 64U * 1024;
    std::size_t answer_bytes = 32UL * 1024 * 1024;
    std::size_t error_bytes = 64UL * 1024; // of an answer that is no reply
};

} // namespace thimble::service::models
