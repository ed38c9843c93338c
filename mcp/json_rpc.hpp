// Messages of JSON-RPC 2.0, as far as the Model Context Protocol uses it: ids are strings or
// integers, parameters are objects.
#pragma once

#include "mcp/error.hpp"
#include "text/trace_context.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thimble::mcp {

/// Kept exactly: 1 and "1" are different.
using request_id = std::variant<std::int64_t, std::string>;

struct request {
    request_id id;
    std::string method;
    nlohmann::json params = nlohmann::json::object();
    std::optional<service::trace_context> trace = {}; // of the HTTP request that has brought it
};

struct notification {
    std::string method;
    nlohmann::json params = nlohmann::json::object();
};

/// The other side's answer to a request of ours.
struct reply {
    request_id id;
    std::expected<nlohmann::json, error> outcome;
};

using message = std::variant<request, notification, reply>;

/// Why something that came is no message, and what it would have been an answer to.
struct refusal {
    std::optional<request_id> id; // where it could be read
    error why;
    bool of_reply = false; // so that answering it would make no sense
};

struct message_limits {
    std::size_t bytes = 1024UL * 1024;
    std::size_t nesting = 64;
    std::size_t values = 100'000;
    std::size_t batch = 64; // messages
    std::size_t name = 256; // bytes of a method, or of an id that is a string
};

struct incoming {
    bool batch = false; // it came as an array
    std::vector<std::expected<message, refusal>> parts;
};

/// One message, or the messages of an array. An array that is empty or too long is refused as a
/// whole, and so is a text that is no JSON, too large, too deep, or has a name twice in an object.
std::expected<incoming, refusal> read_messages(std::string_view text,
                                               const message_limits& limits = {});

/// JSON of each. An error without an id has none: it answers what could not be read.
nlohmann::json to_json(const request_id& id);
nlohmann::json to_response(const request_id& id, nlohmann::json result);
nlohmann::json to_response(const std::optional<request_id>& id, const error& why);
nlohmann::json to_request(const request_id& id, std::string_view method, nlohmann::json params);
nlohmann::json to_notification(std::string_view method, nlohmann::json params);

/// On one line; what is no UTF-8 in it is replaced, so that one odd string spoils nothing else.
std::string to_text(const nlohmann::json& what);

/// The id that `value` is, if it is one.
std::optional<request_id> to_request_id(const nlohmann::json& value,
                                        const message_limits& limits = {});

} // namespace thimble::mcp
