// The REST service: the only HTTP server of the project.
#pragma once

#include "service/desktop.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// What the service grants to those outside. Tests shorten the times.
struct limits {
    std::size_t header_bytes = 16UL * 1024;
    std::size_t body_bytes = 1024UL * 1024;
    std::size_t connections = 4096;
    std::chrono::milliseconds request_time{30'000};  // from a request's first byte to its last
    std::chrono::milliseconds response_time{30'000}; // for the client to take an answer
    std::chrono::milliseconds idle_time{75'000};     // between two requests of a connection

    std::chrono::milliseconds action_time{60'000};   // sync: from acceptance; async: from the start
    std::chrono::milliseconds cancel_time{2'000};    // for the outcome of a cancelled command
    std::chrono::milliseconds async_wait{3'600'000}; // in the queue, for an async job
    std::size_t queue_length = 100;                  // commands under way for a phone and lane

    std::size_t jobs = 10'000; // ended ones that are kept
    std::chrono::hours job_age{24 * 7};
    std::size_t picture_bytes = 256UL * 1024 * 1024; // of all async pictures together
    std::chrono::minutes picture_age{60};
};

struct server_options {
    boost::asio::ip::tcp::endpoint listen;
    std::string api_key;                   // of the one account that local mode has
    std::filesystem::path state_dir;       // exists, mode 0700
    std::chrono::milliseconds drain{5000}; // how long requests under way may take at shutdown
    service::limits limits;
};

/// Who connected: a daemon in this process or behind a link.
struct desktop_record {
    std::string id; // UUID
    std::string name;
    std::string version;
};

/// Home thread. Phones and jobs live in here; a desktop is known by its id.
class server {
public:
    server(boost::asio::any_io_executor home,
           server_options options,
           std::shared_ptr<spdlog::logger> log);
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    ~server();

    /// Opens the port; an error says which address and what to do. Before run().
    void open();

    /// Where it listens (the port that was given out when 0 was asked for). After open().
    boost::asio::ip::tcp::endpoint endpoint() const;

    /// Serves until it is cancelled, then lets requests under way end for `drain`.
    boost::asio::awaitable<void> run();

    /// A daemon is there. Its phones follow through phone_changed().
    void desktop_connected(desktop_record record, std::shared_ptr<desktop> via);

    /// One phone's whole state, on any change; `attached` false when it went.
    void phone_changed(const std::string& desktop_id, const link::phone_state& state);

    /// The daemon is gone: its phones are offline until it returns.
    void desktop_gone(const std::string& desktop_id);

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::service
