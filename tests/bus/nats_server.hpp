// A server of NATS on a port of its own.
#pragma once

#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/program.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::bus::test {

class nats_server {
public:
    /// The program; nothing where it is not installed.
    static std::optional<std::filesystem::path> installed();

    /// Starts it, and returns when it takes connections. With a token, none but those that bring
    /// it. It listens on that address alone.
    explicit nats_server(std::filesystem::path program,
                         std::string token = {},
                         std::string address = "127.0.0.1");
    nats_server(const nats_server&) = delete;
    nats_server& operator=(const nats_server&) = delete;
    ~nats_server();

    /// For nats_address::parse().
    std::string url() const;
    std::uint16_t port() const noexcept { return port_.number(); }

    /// On the same port again.
    void start();
    void stop();
    void kill();

    const e2e::program& process() const { return *running_; }

private:
    bool takes_connections() const;

    std::filesystem::path program_;
    std::string token_;
    std::string address_;
    e2e::kept_port port_;
    std::unique_ptr<e2e::program> running_;
};

} // namespace thimble::service::bus::test
