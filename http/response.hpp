// An answer before it is put on the wire.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace thimble::service::http {

class upgraded_connection;

/// Bytes that others own as well and that never change: a picture is not copied to be sent.
using shared_bytes = std::shared_ptr<const std::vector<std::byte>>;

struct response {
    unsigned status = 200;
    std::vector<std::pair<std::string, std::string>> headers; // without length and connection
    std::variant<std::string, shared_bytes> body;
    std::function<void(bool taken)> when_sent; // called once: it is out, or the client has gone

    /// Instead of being sent, the answer is left to this one, which goes on with the connection.
    std::shared_ptr<upgraded_connection> becomes = nullptr;

    /// Nobody knows how long it will be: it ends with the connection. Its head is sent before it
    /// becomes something else.
    bool open_ended = false;

    void set(std::string name, std::string value)
    {
        headers.emplace_back(std::move(name), std::move(value));
    }
};

} // namespace thimble::service::http
