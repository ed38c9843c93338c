// WebDriverAgent's answers as values: what it said, and under which session.
#pragma once

#include "device/failure.hpp"
#include "device/wda/runner/connection.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::device::wda {

/// An answer that was not an error.
struct envelope {
    nlohmann::json value;
    std::string session_id; // empty when there is no session
};

/// The failure of an answer that was an error has the W3C code as its cause ("invalid session id").
result<envelope> parse_envelope(const response& answer);

/// The same of an exchange: its own failure where there was no answer.
result<envelope> parse_envelope(const result<response>& answer);

/// Members of JSON objects, when they are there and of that type.
const nlohmann::json* member(const nlohmann::json& object, std::string_view name);
std::string string_member(const nlohmann::json& object, std::string_view name);

} // namespace thimble::device::wda
