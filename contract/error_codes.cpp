#include "contract/error_codes.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

constexpr std::array codes{
    // The request itself.
    error_code{"BAD_REQUEST", 400, "Not HTTP, or a path or query that cannot be decoded."},
    error_code{"NOT_FOUND", 404, "There is nothing at this path."},
    error_code{"METHOD_NOT_ALLOWED", 405, "The path takes other methods; `Allow` has them."},
    error_code{"AUTH_REQUIRED", 401, "No API key was sent, and nobody is signed in."},
    error_code{"INVALID_API_KEY", 401, "The API key is unknown or has been revoked."},
    error_code{"SIGN_IN_FAILED", 401, "There is no account with this name and password."},
    error_code{"FORBIDDEN", 403,
               "The key lacks the scope, or is for other phones: `context.reason`, "
               "`context.missing`."},
    error_code{"FOREIGN_ORIGIN", 403, "A browser asks for a page of another address."},
    error_code{"UNKNOWN_HOST", 421, "`Host` has a name under which the service is not known."},
    error_code{"INVALID_CSRF_TOKEN", 403, "A write with a cookie needs `X-CSRF-Token`."},
    error_code{"INVALID_DESKTOP_TOKEN", 401, "The desktop's token is unknown or has been revoked."},
    error_code{"SUBSCRIPTION_REQUIRED", 402,
               "The account has no active subscription, or no minutes left for sessions."},
    error_code{"RATE_LIMITED", 429,
               "Too many requests with this key, or of this kind; see `Retry-After`."},
    error_code{"UNSUPPORTED_MEDIA_TYPE", 415, "The body is not plain JSON."},
    error_code{"PAYLOAD_TOO_LARGE", 413, "The body is larger than the service takes."},
    error_code{"STORAGE_FULL", 507, "The computer has no room for what was sent."},
    error_code{"HEADERS_TOO_LARGE", 431, "Request line and headers are larger than 16 KiB."},
    error_code{"REQUEST_TIMEOUT", 408, "The request did not arrive completely in time."},
    error_code{"UPGRADE_REQUIRED", 426, "The path is for WebSockets only."},
    error_code{"EMPTY_BODY", 400, "A body is required and there is none."},
    error_code{"INVALID_JSON", 400, "The body cannot be read; `context.offset` says where."},
    error_code{"INVALID_ARGUMENT", 422,
               "A parameter is missing or wrong: `context.field`, `context.reason`."},
    error_code{"IDEMPOTENCY_MISMATCH", 409,
               "The idempotency key was used before, with another body."},
    // The phone.
    error_code{"PHONE_NOT_FOUND", 404,
               "There is no phone with this id, UDID or name in the account."},
    error_code{"PHONE_AMBIGUOUS", 409,
               "Several phones have this name; `context.candidates` has them."},
    error_code{"NO_PHONES_CONNECTED", 404, "No id was given and no phone is connected."},
    error_code{"NO_PHONE_SELECTED", 400,
               "No id was given, several phones are connected and none has been selected."},
    error_code{"NO_PHONE_FITS", 404, "The account knows no phone like the one that was asked for."},
    error_code{"NO_PHONE_FREE", 503,
               "No phone like that was free in time: `context.position`, `context.estimate_s`."},
    error_code{"PHONE_NOT_CONNECTED", 400, "The phone is known and attached to no desktop."},
    error_code{"MAC_APP_NOT_RUNNING", 400, "The desktop that last held the phone is offline."},
    error_code{"PHONE_NOT_READY", 409,
               "The phone cannot be driven yet; `context.blockers` says why and what to do."},
    error_code{"PHONE_LEASED", 409,
               "Somebody else has leased the phone: `context.holder`, `context.remaining_s`."},
    error_code{"UNSUPPORTED_ACTION", 409,
               "No driver of this phone can do it; `context.capability` names what is missing."},
    error_code{"STALE_FRAME", 409,
               "The screen has turned or changed its size since the picture; nothing was sent."},
    error_code{"QUEUE_FULL", 503, "Too much is under way on this phone; see `Retry-After`."},
    // Outcomes of actions.
    error_code{"TIMEOUT", 408, "The action did not end in time; `context.outcome` says more."},
    error_code{"ACTION_FAILED", 502,
               "The phone refused or the wanted state was not reached: `context.cause`."},
    error_code{"SCREENSHOT_FAILED", 500, "The capture failed."},
    error_code{"ELEMENT_NOT_FOUND", 404,
               "No element, or no single one, fits the selector; `context.candidates`."},
    error_code{"APP_NOT_FOUND", 404, "No app, or no single one, fits; `context.candidates`."},
    error_code{"SHORTCUT_NOT_FOUND", 404, "No such shortcut is known; `context.candidates`."},
    error_code{"CANCELLED", 409, "The action was withdrawn before it had started."},
    error_code{"JOB_LOST", 500,
               "The service restarted and nobody knows what became of the job. Only in jobs, and "
               "in the answer to a repeated request."},
    // Agent sessions.
    error_code{"MODEL_NOT_CONFIGURED", 503,
               "No model is configured for agent sessions; see THIMBLE_MODEL_PROVIDER."},
    error_code{"TASK_ALREADY_RUNNING", 409,
               "The phone has a session that has not ended: `context.session_id`."},
    error_code{"SESSION_NOT_FOUND", 404, "There is no such session in the account."},
    error_code{"SESSION_ENDED", 409, "The session has ended and takes no more orders."},
    // Kept records.
    error_code{"JOB_NOT_FOUND", 404, "There is no such job; jobs are kept for 7 days."},
    error_code{"RECORDING_NOT_FOUND", 404,
               "There is no such recording in the account: it was removed, or is too old."},
    error_code{"DATA_NOT_FOUND", 404,
               "The job has no picture, the recording no content, or there is no such enrolment or "
               "request for access: not yet, or no longer."},
    error_code{"RANGE_NOT_SATISFIABLE", 416, "`Range` begins behind the end of the content."},
    error_code{"KEY_NOT_FOUND", 404, "There is no such API key in the account."},
    error_code{"GRANT_NOT_FOUND", 404, "No program with this grant is let in by the account."},
    error_code{"WEBHOOK_NOT_FOUND", 404, "There is no webhook with this id in the account."},
    error_code{"SECRET_NOT_FOUND", 404, "There is no secret of this name in the account."},
    error_code{"DESKTOP_NOT_FOUND", 404, "There is no such desktop in the account."},
    error_code{"NODE_CUT_OFF", 503,
               "This node of the service hears nothing of the others; see `Retry-After`."},
    error_code{"STORE_UNAVAILABLE", 503,
               "The store of the service does not answer now, or has not in time; see "
               "`Retry-After` and the message."},
    error_code{"INTERNAL_ERROR", 500, "The service is at fault; its log says why."},
};

} // namespace

std::span<const error_code> error_codes()
{
    return codes;
}

const error_code* find_error_code(std::string_view name)
{
    const auto* const found = std::ranges::find(codes, name, &error_code::name);
    return found == codes.end() ? nullptr : found;
}

} // namespace thimble::service
