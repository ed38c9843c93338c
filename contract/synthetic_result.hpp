// Results of commands that their desktops have not answered.
#pragma once

#include "contract/failure.hpp"
#include "link/command.hpp"

namespace thimble::service {

/// TIMEOUT.
failure timed_out();

/// CANCELLED: nobody waits for it any more, and it had not started.
failure cancelled();

/// CANCELLED: nobody wants it any more, and it may have started.
failure called_off();

/// INTERNAL_ERROR: the desktop threw something, which the log explains.
failure broken_off();

link::result synthetic_result(const link::command& what, link::outcome outcome, failure why);

} // namespace thimble::service
