// Instructions for a model before a task.
#pragma once

#include "models/prompt.hpp"
#include "screen/orientation.hpp"
#include "service/agent/tool_table.hpp"

#include <string>
#include <vector>

namespace thimble::service::agent {

struct briefing {
    screen::pixel_size screen;             // of screenshots, when the session begins
    std::vector<std::string> secrets = {}; // names
};

/// The same for the whole of a session, so that it can be cached.
std::string instructions(const briefing& about);

/// Stands before each picture of the screen, which may have been turned.
std::string caption(screen::pixel_size size);

/// The table as it is offered.
std::vector<models::tool> offered(const tool_table& tools);

} // namespace thimble::service::agent
