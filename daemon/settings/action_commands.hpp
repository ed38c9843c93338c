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

/// The command that was given and its words, `literal` ones at the end; empty where it was another
/// one. An error where there are words that nothing takes.
std::expected<std::vector<std::string>, service::early_exit>
words_of_action(const CLI::App& app, std::span<const char* const> literal);

} // namespace thimble::daemon
