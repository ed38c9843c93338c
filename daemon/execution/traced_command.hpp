// Line of the log by which a client's trace is followed to the phone.
#pragma once

#include "link/command.hpp"

#include <spdlog/logger.h>

namespace thimble::daemon {

/// Of a command that carries a trace, once it has ended; nothing of what was typed. Others leave no
/// line: a daemon says nothing of what goes as it should.
void log_end_of_traced(spdlog::logger& log, const link::command& what, const link::result& how);

} // namespace thimble::daemon
