// A dashboard whose agents say what a script tells them.
#pragma once

#include "tests/browser/dashboard_view.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"

#include <string>

namespace thimble::browser {

struct session_view {
    explicit session_view(const e2e::agent_script& plays);

    /// The page of a session that was begun by the form on the page of all.
    page begun(const std::string& instruction = "Do what the script says.") const;

    /// The service's record of the session that was begun last.
    nlohmann::json latest() const;

    e2e::scripted_provider model;
    dashboard_view on;
};

/// Script: the page of a session says that it is in a state: "Needs your answer".
std::string session_is(const std::string& state);

/// Script: the page of a session has heard its last event, which comes another way than its state.
std::string story_has_ended();

/// Sends what a person writes into the message box.
void say_to_agent(page& in, const std::string& text);

} // namespace thimble::browser
