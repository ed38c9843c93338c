#include "service/links/link_failures.hpp"

namespace thimble::service {

failure expired_away()
{
    return {.code = "TIMEOUT",
            .message = "The desktop was away until the action's time was over; nothing was sent to "
                       "the phone."};
}

failure forgotten()
{
    return {.code = "JOB_LOST",
            .message = "The desktop has lost its memory of the action (it was restarted, or lost "
                       "power), and nothing is known of its effect. Look at the screen before "
                       "sending it again."};
}

failure desktop_stayed_away()
{
    return {.code = "JOB_LOST",
            .message = "The desktop has not come back to tell what became of the action. Look at "
                       "the screen before sending it again."};
}

failure picture_lost()
{
    return {.code = "SCREENSHOT_FAILED",
            .message = "The picture did not come from the desktop; try again."};
}

} // namespace thimble::service
