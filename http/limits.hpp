// Limits of the HTTP server for a client.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace thimble::service::http {

struct limits {
    std::uint32_t header_bytes = 16 * 1024; // request line and headers
    std::size_t body_bytes = 1024UL * 1024;
    std::size_t unauthenticated_body_bytes = 8UL * 1024; // as long as nobody knows whose it is
    std::size_t connections = 4096; // open at once; for one more the oldest idle one goes
    std::size_t connections_of_address = 1024; // of these; IPv6 by /64, upgraded ones apart
    std::chrono::milliseconds first_request_time{10'000}; // for a connection's first request
    std::chrono::milliseconds request_time{30'000};       // from a request's first byte to its last
    std::chrono::milliseconds response_time{30'000};      // for the client to take an answer
    std::chrono::milliseconds idle_time{75'000};          // between two requests of a connection
};

} // namespace thimble::service::http
