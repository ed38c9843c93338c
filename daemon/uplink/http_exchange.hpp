// One HTTP request to the service, on a connection of its own.
#pragma once

#include "daemon/uplink/connector.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <expected>
#include <string>

namespace thimble::daemon {

struct http_question {
    enum class verb : std::uint8_t { get, post };

    verb method = verb::get;
    std::string target;      // "/v1/enrolments"
    std::string bearer = {}; // of Authorization, a secret; empty: none
    std::string body = {};   // JSON
};

struct http_reply {
    unsigned status = 0;
    nlohmann::json record; // the body; discarded where it is no JSON

    /// The service's message of a failure, on one line and without anything that a terminal would
    /// obey; else the status.
    std::string message() const;
};

constexpr std::size_t longest_reply = 64UL * 1024; // bytes of its body
constexpr std::chrono::seconds longest_exchange{30};

/// Home thread. Failures are those of the connection, and connect_step::answer where what comes is
/// no answer or does not come within `limit` of being connected.
boost::asio::awaitable<std::expected<http_reply, connect_failure>>
exchange(connector& over, http_question what, std::chrono::milliseconds limit = longest_exchange);

} // namespace thimble::daemon
