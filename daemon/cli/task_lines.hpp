// Events and end of an agent session, in lines for a person.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::daemon {

/// A line, or nothing for what a person need not read: pictures, thoughts, acts that went well.
std::string line_of_event(const nlohmann::ordered_json& event);

/// Its result, its end, its time and cost.
std::string lines_of_session_end(const nlohmann::ordered_json& session);

} // namespace thimble::daemon
