#include "service/document/chapters.hpp"

#include <algorithm>
#include <array>

namespace thimble::service::contract {

namespace {

constexpr std::array texts{
    chapter_text{chapter::phones, "phones", "Which phones there are and how they are."},
    chapter_text{chapter::pictures, "pictures",
                 "What a phone shows, and recordings of that. Nothing here touches the screen; to "
                 "begin, end or remove a recording is an act all the same."},
    chapter_text{chapter::touches, "touches",
                 "What a finger does, at a place of the screenshot. A touch lands in the middle of "
                 "its pixel."},
    chapter_text{chapter::elements, "elements",
                 "What is on the screen, and touches at what a person would name. Where several "
                 "elements fit, nothing is touched."},
    chapter_text{chapter::text, "text", "Typing and the clipboard."},
    chapter_text{chapter::commands, "commands",
                 "Buttons, keys and surfaces of the system. The state wanted, reached or already "
                 "there, is success."},
    chapter_text{chapter::apps, "apps", "Apps, addresses and shortcuts."},
    chapter_text{chapter::jobs, "jobs", "What has been asked of phones and what came of it."},
    chapter_text{chapter::sessions, "sessions",
                 "An agent that is given a phone and a task in words, and looks, thinks and acts "
                 "until it is done."},
    chapter_text{chapter::keys, "keys", "API keys of the account."},
    chapter_text{chapter::sign_in, "sign-in", "People in a browser: a cookie in place of a key."},
    chapter_text{chapter::secrets, "secrets",
                 "Values that agents type and never see: they know the names."},
    chapter_text{chapter::desktops, "desktops",
                 "The machines that phones are plugged into, and how they are let in."},
    chapter_text{chapter::service, "service", "The service itself."},
};

constexpr std::array<std::string_view, 8> rules{
    "Send the key as `X-API-Key: …` or `Authorization: Bearer …`; the first wins. Bodies are JSON "
    "objects in UTF-8. Fields that are not known are ignored; one that is known and has the wrong "
    "type is an error: `1.0` and `\"1\"` are no integers. Where an operation names scopes, one of "
    "them will do; `POST /v1/keys` says what each is good for.",
    "Every route about a phone exists with it in the path, `/v1/phones/{phone_id}/tap`: its id, "
    "else its UDID, else a name that no other phone has. Without, `/v1/tap`, the only connected "
    "phone is meant, else the one selected last. Actions there take `phone` as well: what any "
    "phone has to be that is free, and that they wait for.",
    "Coordinates are whole pixels of the screenshot from its top left; `width` and `height` of a "
    "phone are its size. They swap when the phone turns.",
    "An action answers when it has ended, with its job. With `async=true` it answers at once with "
    "the job's id. What can be refused before the phone's queue is refused at once either way.",
    "An error has a code for programs, a message for a person that says what to do, and a context. "
    "After acceptance the context has `outcome`: `not_sent`, `unknown` or `done`. Where it is "
    "`unknown`, the phone may have been touched; look before you repeat it.",
    "HEAD is served wherever GET is. OPTIONS answers 204 with `Allow`, without a key. Another "
    "method is METHOD_NOT_ALLOWED with `Allow`; a path that is not listed is NOT_FOUND.",
    "A request may name itself in `X-Request-Id` (up to 64 letters, digits, `-`, `_`, `.`); the "
    "answer has the same name, or one made for it. The trace of a `traceparent` (W3C Trace "
    "Context) is named in the logs. Moments are ISO 8601 in UTC, ids are UUIDs.",
    "`MAC_APP_NOT_RUNNING`, `connected_mac_id`, `mac_app_running` and `switch_control_enabled` are "
    "names of an older API, kept for its clients: a desktop is any computer with phones on it, and "
    "Switch Control is not used. Parameters of a query that a path does not have are ignored, and "
    "named in `X-Ignored-Query`.",
};

} // namespace

std::span<const chapter_text> chapters()
{
    return texts;
}

const chapter_text& text_of(chapter which)
{
    return *std::ranges::find(texts, which, &chapter_text::which);
}

std::span<const std::string_view> ground_rules()
{
    return rules;
}

} // namespace thimble::service::contract
