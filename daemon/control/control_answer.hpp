// The answer of a running thimbled over its control socket.
#pragma once

#include "http/response.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::daemon {

/// A JSON object, and the bytes of a picture where the request was for one.
struct control_answer {
    nlohmann::ordered_json record = nlohmann::ordered_json::object();
    std::string picture;

    /// True for an error record.
    bool failed() const { return record.contains("error"); }
};

/// A member of a record that another process may have written; empty where it is no text.
std::string text_in(const nlohmann::ordered_json& record, const char* name);

/// {"error","message","context"}.
control_answer error_answer(std::string_view code,
                            std::string_view message,
                            nlohmann::json context = nlohmann::json::object());

/// Beside a picture, which is the body, the record stands in this header.
inline constexpr std::string_view record_header = "X-Thimble-Record";

/// Over HTTP, with the status of its error.
service::http::response to_response(control_answer what);

} // namespace thimble::daemon
