// Scripts for the scripted model, as functions: what an agent says and does, turn by turn.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace thimble::e2e {

/// One use of a tool.
nlohmann::json use(const std::string& tool,
                   const nlohmann::json& arguments = nlohmann::json::object());

/// A turn with these uses, a list. It costs a cent: see scripted_provider.
nlohmann::json turn_with(const nlohmann::json& uses);

/// A turn with one use.
nlohmann::json turn_of(const std::string& tool,
                       const nlohmann::json& arguments = nlohmann::json::object());

/// A turn that says something and uses no tool.
nlohmann::json words(const std::string& text);

/// The turn that claims success, and the one that gives up.
nlohmann::json claim(const std::string& summary);
nlohmann::json give_up(const std::string& summary);

/// An answer that is no reply: HTTP status and the type of the error.
nlohmann::json http_error(int status, const std::string& type);

/// A second look that agrees, or does not.
nlohmann::json agrees();
nlohmann::json refuses(const std::string& what_is_missing);

/// Turns of an agent in order. The last turn is repeated for ever if `for_ever`.
struct agent_script {
    std::vector<nlohmann::json> turns;
    bool for_ever = false;

    /// Verdicts of the second looks at its claims, in order; the last is repeated.
    std::vector<nlohmann::json> verdicts{agrees()};
};

nlohmann::json script_of(const agent_script& what);

} // namespace thimble::e2e
