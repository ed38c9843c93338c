// Check of a modern request's headers against its body, and of the types that the client accepts.
#pragma once

#include "http/request.hpp"
#include "mcp/catalogue.hpp"
#include "mcp/json_rpc.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace thimble::mcp::http {

inline constexpr std::string_view version_header = "MCP-Protocol-Version";
inline constexpr std::string_view session_header = "Mcp-Session-Id";

/// Without the white space around; empty where there is none, nothing where it is there twice.
std::optional<std::string_view> only_header(const service::http::request& of,
                                            std::string_view name);

/// Of a client that has sent it once, and well-formed.
std::optional<service::trace_context> trace_in(const service::http::request& of);

struct accepted {
    bool json = true;
    bool events = true;
};

/// By the Accept header; a client that sends none takes both.
accepted accepted_by(const service::http::request& what);

bool is_json(const service::http::request& what);

/// The value that a header carries, which is in Base64 where it is no plain text; nothing where
/// that is malformed.
std::optional<std::string> decoded_header(std::string_view value);

/// -32020 where the headers do not say what the body says. The version is compared by the caller.
std::optional<error> check_headers(const service::http::request& what, const request& body);

/// The same for the arguments of a tool that its schema marks with "x-mcp-header".
std::optional<error> check_argument_headers(const service::http::request& what,
                                            const tool& of,
                                            const nlohmann::json& arguments);

error header_mismatch(std::string message);

} // namespace thimble::mcp::http
