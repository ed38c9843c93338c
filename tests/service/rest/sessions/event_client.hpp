// A blocking client that follows a session, and reads only when it is told to.
#pragma once

#include "tests/service/http_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service::test {

class event_client {
public:
    /// Asks with the key, unless `more` has another one, and reads the head of the answer.
    event_client(std::uint16_t port, const std::string& target, headers more = {});

    const reply& head() const { return head_; }

    struct told {
        std::string id;
        std::string event;
        nlohmann::json data;
    };

    /// The next event, comments passed over; nothing once the service has closed.
    std::optional<told> next();

    /// All up to the end.
    std::vector<told> rest();

    /// The next line, whatever it is; nothing once the service has closed.
    std::optional<std::string> line();

    /// True if the service has closed after what it had still sent.
    bool ends();

    void close();

private:
    bool fill();

    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_{context_};
    std::string buffer_; // read and not yet looked at
    reply head_;
};

} // namespace thimble::service::test
