#include "contract/synthetic_result.hpp"

#include <utility>

namespace thimble::service {

failure timed_out()
{
    return {.code = "TIMEOUT",
            .message = "The phone did not finish in time. Look at the screen before you try again: "
                       "context.outcome says whether anything may have reached it."};
}

failure cancelled()
{
    return {.code = "CANCELLED", .message = "The caller went away before the action started."};
}

failure called_off()
{
    return {.code = "CANCELLED",
            .message = "The action was called off, and the phone has not said how far it had come; "
                       "look at the screen."};
}

failure broken_off()
{
    return {.code = "INTERNAL_ERROR",
            .message = "Something went wrong in the service; its log says what."};
}

link::result synthetic_result(const link::command& what, link::outcome outcome, failure why)
{
    link::result out;
    out.job_id = what.job_id;
    out.udid = what.udid;
    out.outcome = outcome;
    out.failure = std::move(why);
    return out;
}

} // namespace thimble::service
