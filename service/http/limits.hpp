// What the HTTP server grants to a client.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace thimble::service::http {

struct limits {
    std::uint32_t header_bytes = 16 * 1024; // request line and headers
    std::size_t body_bytes = 1024UL * 1024;
    std::size_t stranger_body_bytes = 8UL * 1024;    // as long as nobody knows whose it is
    std::size_t connections = 4096;                  // open at once; more wait to be accepted
    std::chrono::milliseconds request_time{30'000};  // from a request's first byte to its last
    std::chrono::milliseconds response_time{30'000}; // for the client to take an answer
    std::chrono::milliseconds idle_time{75'000};     // between two requests of a connection
};

} // namespace thimble::service::http
