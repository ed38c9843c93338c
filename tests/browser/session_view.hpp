// A dashboard whose agents say what a script tells them.
#pragma once

#include "tests/browser/dashboard_view.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"

#include <memory>
#include <string>

namespace thimble::browser {

struct session_view {
    /// `more` is for thimbled, which is told `variables` besides.
    explicit session_view(const e2e::agent_script& plays,
                          const e2e::phone_shop& shop = {.device_time = "0"},
                          const e2e::arguments& more = {},
                          const e2e::environment& variables = {});

    /// The page of a session that was begun by the form on the page of all, and is recorded where
    /// that is asked for.
    page begun(const std::string& instruction = "Do what the script says.",
               bool recorded = false) const;

    /// The service's record of the session that was begun last.
    nlohmann::json latest() const;

    e2e::scripted_provider model;
    std::shared_ptr<e2e::household> home;
    dashboard_view on;
};

/// Script: the page of a session says that it is in a state: "Needs your answer".
std::string session_is(const std::string& state);

/// Script: the page of a session has heard its last event, which comes another way than its state.
std::string story_has_ended();

/// Sends what a person writes into the message box.
void say_to_agent(page& in, const std::string& text);

} // namespace thimble::browser
