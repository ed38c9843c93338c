#include "contract/link_failures.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::service {

namespace {

/// With which an action can end once its phone's desktop has it.
constexpr std::array<std::string_view, 14> codes_of_actions{"PHONE_NOT_CONNECTED",
                                                            "PHONE_NOT_READY",
                                                            "UNSUPPORTED_ACTION",
                                                            "STALE_FRAME",
                                                            "QUEUE_FULL",
                                                            "TIMEOUT",
                                                            "ACTION_FAILED",
                                                            "SCREENSHOT_FAILED",
                                                            "ELEMENT_NOT_FOUND",
                                                            "APP_NOT_FOUND",
                                                            "SHORTCUT_NOT_FOUND",
                                                            "CANCELLED",
                                                            "JOB_LOST",
                                                            "INTERNAL_ERROR"};

} // namespace

failure failure_of_action(failure said)
{
    if (std::ranges::find(codes_of_actions, said.code) == codes_of_actions.end())
        said.code = "ACTION_FAILED";
    return said;
}

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

failure taken_unsent()
{
    return {.code = "NODE_CUT_OFF",
            .message =
                "The node of the service that was asked has lost its lease before the action "
                "went out; it was not sent."};
}

failure taken_away()
{
    return {.code = "JOB_LOST",
            .message = "Another node of the service has gone on with the action, and this one does "
                       "not know what came of it. Ask for the job, or look at the screen before "
                       "sending it again."};
}

failure picture_lost()
{
    return {.code = "SCREENSHOT_FAILED",
            .message = "The picture did not come from the desktop; try again."};
}

} // namespace thimble::service
