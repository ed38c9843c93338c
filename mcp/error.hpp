// Errors as JSON-RPC 2.0 and the Model Context Protocol number them.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::mcp {

namespace code {
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int resource_not_found = -32002; // until 2025-11-25; later it is invalid_params
inline constexpr int header_mismatch = -32020;
inline constexpr int missing_client_capability = -32021;
inline constexpr int unsupported_protocol_version = -32022;
} // namespace code

struct error {
    int code = code::internal_error;
    std::string message;
    nlohmann::json data = nullptr;

    /// The fault is around the request and not in what it asks for; HTTP has a status for it.
    bool of_envelope = false;
};

nlohmann::json to_json(const error& what);

error invalid_request(std::string message);
error invalid_params(std::string message);
error method_not_found(std::string_view method);
error resource_not_found(std::string_view uri);

/// For a capability that the client would have to declare: "elicitation" or "elicitation.url".
error missing_capability(std::string_view capability);

} // namespace thimble::mcp
