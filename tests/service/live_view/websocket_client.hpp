// A blocking client that watches a phone by WebSocket.
#pragma once

#include "tests/service/http_client.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::test {

class websocket_client {
public:
    websocket_client(std::uint16_t port, const std::string& target, const headers& fields);
    ~websocket_client();

    /// Of the answer; 101 when it is a WebSocket now.
    unsigned status() const;
    std::string field(const std::string& name) const;

    struct message {
        bool binary = false;
        std::string bytes;
    };

    /// Nothing once it is closed.
    std::optional<message> next();

    void say(const std::string& text);
    void close();

    /// The service's close: "1001 draining". Waits for it.
    std::string close_reason();

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::service::test
