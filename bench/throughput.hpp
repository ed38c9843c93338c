// Throughput of a server under one repeated request of many clients.
#pragma once

#include "bench/process_usage.hpp"
#include "tests/e2e/keep_alive_client.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::bench {

/// A server and the clients that ask it for one thing each, over and over, on connections that they
/// keep. Belongs to the calling thread.
class asked_server {
public:
    /// Connects a client for each of the requests.
    asked_server(std::uint16_t port, pid_t process, std::vector<std::string> requests);

    /// Everybody asks for so long; adds to what is known. Throws std::runtime_error for an answer
    /// that is not 200.
    void measure(std::chrono::milliseconds time);

    double answers_per_second() const;

    /// Of one processor; 0 where the system does not tell.
    double processor_share() const;

    /// Of a processor, for one answer; 0 where the system does not tell.
    std::chrono::duration<double, std::micro> processor_time() const;

private:
    struct client {
        explicit client(const boost::asio::any_io_executor& home) : connection(home) {}
        e2e::keep_alive_client connection;
        std::string request;
    };
    using clock = std::chrono::steady_clock;

    boost::asio::awaitable<void> ask(client& who, clock::time_point until);

    pid_t process_;
    boost::asio::io_context context_{1};
    std::vector<std::unique_ptr<client>> clients_;
    std::size_t answers_ = 0;
    process_usage::seconds elapsed_{};
    process_usage::seconds processor_{};
};

} // namespace thimble::bench
