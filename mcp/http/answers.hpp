// Answers of HTTP that are one message, or none.
#pragma once

#include "http/response.hpp"
#include "mcp/json_rpc.hpp"

#include <optional>
#include <string>

namespace thimble::mcp::http {

/// The status of an answer that is this error and nothing else.
unsigned status_of(const error& why);

service::http::response json_answer(unsigned status, std::string message);
service::http::response
error_answer(unsigned status, const error& why, const std::optional<request_id>& id = {});

/// Nothing has to be said: 202, or another status.
service::http::response empty_answer(unsigned status = 202);

/// 405, with the methods that there are.
service::http::response method_not_allowed(const char* allowed);

} // namespace thimble::mcp::http
