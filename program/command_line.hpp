// Result of parsing a program's command line.
#pragma once

#include "program/early_exit.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace thimble::service {

/// The command line makes no sense; the text also says where to read on.
early_exit wrong_usage(const CLI::App& program, const std::string& problem);

/// The same of words that nothing takes, in the order in which they were written; the nearest
/// option or command is named where one is near. `hint`: a sentence about options, after a space.
early_exit unexpected_words(const CLI::App& program,
                            const std::vector<std::string>& words,
                            const std::string& hint = {});

/// Parses `arguments` (without the program's name) into what `program` is bound to; nothing when it
/// may go on.
std::optional<early_exit> parse_command_line(CLI::App& program,
                                             std::span<const char* const> arguments);

} // namespace thimble::service
