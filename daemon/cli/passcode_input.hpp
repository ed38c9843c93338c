// Passcode input of an action: the environment or standard input, never the command line.
#pragma once

#include "daemon/debug_forms/debug_action.hpp"
#include "program/environment.hpp"

#include <expected>
#include <istream>
#include <optional>
#include <string>

namespace thimble::daemon {

/// The passcode for this action, if it takes one and there is one. `unlock -` reads a line from
/// `standard_input`, which is not echoed on a terminal; else THIMBLE_PASSCODE counts. An error is a
/// sentence and does not repeat what was read.
std::expected<std::optional<std::string>, std::string> read_passcode(
    const debug_action& what, const service::environment& variables, std::istream& standard_input);

} // namespace thimble::daemon
