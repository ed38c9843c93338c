// Texts about steps, for the model and for the events.
#pragma once

#include "contract/failure.hpp"
#include "models/prompt.hpp"
#include "service/agent_loop/observation.hpp"
#include "service/jobs/job.hpp"
#include "service/sessions/event.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Outcome of a step, for the model; and the event's data about it beside that.
struct step_result {
    std::string text;
    bool failed = false;
    nlohmann::json more = nlohmann::json::object();
    bool without_secrets = false; // they have been taken out of the text already
};

step_result step_done(std::string text);
step_result step_failed(std::string text);

/// Of a step that was not begun: why, for the model. Nothing was sent to the phone.
step_result step_not_sent(std::string text);

/// The same of one that somebody has called off before it began.
step_result step_not_begun();

/// Of an action that was not accepted: nothing was done.
step_result step_refused(const failure& why);

/// Of an action that has ended. An act that may have been done is never called undone.
step_result step_of(const job& ended);

/// Words of the user: a line for each message.
std::string words_of_user(const std::vector<std::string>& said);

/// Elements as the model reads them: a line each, their texts filtered. `limit`: bytes at most; no
/// more is looked at than fills them, or than is many times as much.
std::string words_of_elements(const nlohmann::json& value,
                              const sessions::text_filter& hide = {},
                              std::size_t limit = 32'768);

// Data of events.

nlohmann::json use_data(const models::tool_use& what);
nlohmann::json result_data(const models::tool_use& of, const step_result& what);

/// Frame id, size, and where the picture can be loaded as long as the session is there.
nlohmann::json screenshot_data(const observation& what, const std::string& session_id);

} // namespace thimble::service
