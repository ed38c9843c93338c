// Commands of thimbled that act on a phone: one for each action, and tasks and recordings, which
// the REST API of a running thimbled takes.
#pragma once

#include "program/early_exit.hpp"

#include <CLI/CLI.hpp>

#include <expected>
#include <span>
#include <string>
#include <vector>

namespace thimble::daemon {

/// Adds them to `app`, which leaves their words alone: those are read by the rows of the actions.
/// `json` outlives the parsing. The help of `app` lists none of them by itself.
void add_action_commands(CLI::App& app, bool& json);

/// Parses `arguments` (without the program's name) into what `app` is bound to. The action that was
/// given and its words, those after "--" at the end; empty where it was another command. An error
/// where there are words that nothing takes, or as parse_command_line() has it.
std::expected<std::vector<std::string>, service::early_exit>
parse_with_words(CLI::App& app, std::span<const char* const> arguments);

} // namespace thimble::daemon
