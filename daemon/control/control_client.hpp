// Asks a running thimbled over its control socket.
#pragma once

#include "daemon/control/control_answer.hpp"
#include "http/client/local_request.hpp"

#include <chrono>
#include <expected>
#include <filesystem>
#include <string>

namespace thimble::daemon {

// The table of paths is in docs/running.md.
service::http::local_request status_request();
service::http::local_request sign_in_request();
service::http::local_request phones_request();

/// Of the phone with that UDID, or of the only one where none is named; `fields` are those of REST.
service::http::local_request action_request(const std::string& name,
                                            const std::optional<std::string>& phone,
                                            const nlohmann::json& fields);

/// `what`: "start", "stop". Of the phone with that UDID, or of the only one.
service::http::local_request runner_request(const std::string& what,
                                            const std::optional<std::string>& phone);

/// Blocks for at most `limit`. An error is a sentence: nobody listens, no answer in time, an answer
/// that makes no sense.
std::expected<control_answer, std::string> ask_control(const std::filesystem::path& socket,
                                                       const service::http::local_request& what,
                                                       std::chrono::milliseconds limit);

} // namespace thimble::daemon
