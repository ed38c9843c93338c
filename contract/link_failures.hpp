// Errors of commands for linked desktops that have no result of their own.
#pragma once

#include "contract/failure.hpp"

namespace thimble::service {

/// The failure of an action, as a desktop tells it. A code that is not one of actions becomes
/// ACTION_FAILED: a client must not be told that its key is wrong, or to wait, by a desktop.
failure failure_of_action(failure said);

/// TIMEOUT: the desktop was away until nothing could be sent any more.
failure expired_away();

/// JOB_LOST: the desktop's journal is another one than that which was given the command.
failure forgotten();

/// JOB_LOST: the desktop has not come back.
failure desktop_stayed_away();

/// NODE_CUT_OFF: another node of the service has the action by now, and this one has not sent it.
failure taken_unsent();

/// JOB_LOST: another node of the service has the action by now, and this one has sent it.
failure taken_away();

/// SCREENSHOT_FAILED: a result came, and its picture did not.
failure picture_lost();

} // namespace thimble::service
