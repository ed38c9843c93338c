// State of an agent that goes on with a session, rebuilt from the events of that session.
#pragma once

#include "models/prompt.hpp"
#include "service/agent/history.hpp"
#include "service/sessions/event.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::service {

struct retold_session {
    agent::history told; // as the model gets it; no pictures

    /// The last use of a tool where nothing is told of what came of it. It is open in the history.
    std::optional<models::tool_use> open_use = {};

    /// Said by the user since, where that use is a question.
    std::vector<std::string> answers = {};

    /// Said by the user, and to be heard after what came of that use is told.
    std::vector<std::string> unheard = {};

    std::set<std::string> told_jobs = {}; // ids: their outcomes are among the events
    unsigned refused_claims = 0;          // of success
};

/// True for the use of a tool that asks the user.
bool asks_user(const models::tool_use& what);

retold_session retell(const std::string& instruction, const std::vector<sessions::event>& events);

} // namespace thimble::service
