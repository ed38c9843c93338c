#include "service/agent_loop/session_failures.hpp"

#include "contract/store_failure.hpp"
#include "text/lists.hpp"

#include <algorithm>

namespace thimble::service {

failure no_model()
{
    return {.code = "MODEL_NOT_CONFIGURED",
            .message = "No model is configured that an agent could think with; set "
                       "THIMBLE_MODEL_PROVIDER, THIMBLE_MODEL and THIMBLE_MODEL_API_KEY, or the "
                       "table [model], and start the service again."};
}

result<void> check_model_of(const sessions::order& wanted, const models::provider& asked)
{
    auto allowed = asked.others;
    allowed.insert(allowed.begin(), asked.model);
    if (wanted.model.empty() || std::ranges::find(allowed, wanted.model) != allowed.end())
        return {};
    return std::unexpected(invalid_argument("model", "not_allowed",
                                            "must be one of: " + joined(allowed, ", "),
                                            {{"allowed", allowed}}));
}

failure too_many_pictures()
{
    return {.code = "QUEUE_FULL",
            .message = "The sessions of this account hold as many bytes of pictures as they may; "
                       "let one of them end first."};
}

failure already_running(std::string_view session_id)
{
    return {.code = "TASK_ALREADY_RUNNING",
            .message = "The phone has a session that has not ended; stop that one first.",
            .context = {{"session_id", session_id}}};
}

failure too_many_sessions(std::size_t limit)
{
    return {.code = "QUEUE_FULL",
            .message = "The service has as many sessions as it takes; try later.",
            .context = {{"limit", limit}}};
}

failure too_many_sessions_of_account(std::size_t share)
{
    return {.code = "QUEUE_FULL",
            .message = "This account has as many sessions as one account may; try again when one "
                       "of them has ended.",
            .context = {{"limit", share}}};
}

failure minutes_used_up()
{
    return {.code = "SUBSCRIPTION_REQUIRED",
            .message = "The account's minutes of this month are used up, and none are sold beyond "
                       "them; GET /v1/usage says more."};
}

failure usage_not_read()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The service cannot look up how many minutes the account has used; its log "
                       "says why."};
}

failure session_not_found(std::string_view id)
{
    return {.code = "SESSION_NOT_FOUND",
            .message = "There is no such session in this account.",
            .context = {{"session_id", id}}};
}

failure sessions_not_read()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The service cannot look the sessions up; its log says why."};
}

failure session_over(const sessions::facts& which)
{
    return {.code = "SESSION_ENDED",
            .message = "The session has ended and takes no more orders; make a new one.",
            .context = {{"session_id", which.id}, {"status", to_string(which.now)}}};
}

failure session_not_written()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The session could not be written down, so it has not begun; the service's "
                       "log says why."};
}

failure session_not_written(const store::problem& why)
{
    auto out = failure_of_store(why, session_not_written());
    if (why.away && why.may_have_happened)
        out.message = "The store of the service has not confirmed the session in time, so it has "
                      "not begun; it may be listed as one that has failed. With the same "
                      "Idempotency-Key a repeat begins it once at most.";
    return out;
}

} // namespace thimble::service
