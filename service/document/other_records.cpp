// Records of the other endpoints, and the error record.
#include "service/document/records.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::contract {

namespace {

record error()
{
    return {"error",
            object_schema(std::vector<member>{
                {"error", text_schema(), "The code, for programs."},
                {"message", text_schema(), "What happened and what to do next, for a person."},
                {"context", anything_schema(),
                 "Details. After acceptance it has `outcome`: not_sent, unknown or done."}})};
}

record app()
{
    return {"app", object_schema(std::vector<member>{{"name", text_schema()},
                                                     {"bundle_id", text_schema()},
                                                     {"version", text_schema()},
                                                     {"type", words_schema({"user", "system"})}})};
}

record apps()
{
    return {"apps", object_schema(std::vector<member>{
                        {"apps", list_schema(record_reference("app")), "Sorted by name."},
                        {"app_count", integer_schema()},
                        {"updated_at", time_schema(), "When the phone was read."},
                        {"source", words_schema({"database", "device"})}})};
}

record account_event()
{
    return {
        "account_event",
        object_schema(std::vector<member>{
            {"id", text_schema(), "For `since` and `Last-Event-ID`."},
            {"type", words_schema({"phone", "readiness", "alert", "job", "session", "recording"})},
            {"ts", time_schema()},
            {"data", anything_schema(),
             "With `phone_id`, and `phone`, `readiness` or `alert` as they are now; or the "
             "`status` and `error` of a `job_id` or `session_id`; or the `status` and "
             "`ended_by` of a `recording_id`."}})};
}

record account_event_list()
{
    return {"account_event_list",
            object_schema(std::vector<member>{
                {"events", list_schema(record_reference("account_event"))},
                {"last_id", text_schema(), "Ask again with this as `since`."},
                {"missed", flag_schema(), "`since` is not known: read again how things stand."}})};
}

std::vector<member> members_of_recording()
{
    return {
        {"id", uuid_schema()},
        {"phone_id", uuid_schema()},
        {"session_id", or_null(uuid_schema()), "The session that it is of."},
        {"status", words_schema({"recording", "completed", "failed"})},
        {"format", or_null(words_schema({"mp4", "zip"})),
         "Of its content; null before the first picture."},
        {"ended_by",
         or_null(words_schema({"stopped", "session_ended", "max_duration", "max_bytes",
                               "video_changed", "key_revoked", "no_subscription", "phone_forgotten",
                               "service_ended", "no_picture", "storage_full"})),
         "`video_changed`: the phone went on with a video that does not go into the same file."},
        {"created_at", time_schema()},
        {"started_at", or_null(time_schema()),
         "The moment that the first picture shows: times in its content count from there."},
        {"ended_at", or_null(time_schema())},
        {"duration_ms", integer_schema(), "Of its content, so far."},
        {"bytes", integer_schema(), "So far."},
        {"pictures", integer_schema(), "So far."},
        {"width", or_null(integer_schema()), "Of its pictures, in pixels."},
        {"height", or_null(integer_schema())},
        {"max_duration_s", integer_schema()},
        {"max_bytes", integer_schema()}};
}

std::vector<member> members_of_webhook()
{
    return {{"id", uuid_schema()},
            {"url", text_schema()},
            {"types", list_schema(text_schema()), "Of the events that are sent; none: all."},
            {"created_at", time_schema()}};
}

record new_webhook()
{
    auto members = members_of_webhook();
    members.push_back({"secret", text_schema(), "That requests are signed with. It is told once."});
    return {"new_webhook", object_schema(members)};
}

record webhook_delivery()
{
    return {"webhook_delivery",
            object_schema(std::vector<member>{
                {"id", uuid_schema()},
                {"event_id", text_schema()},
                {"type", text_schema()},
                {"state", words_schema({"pending", "delivered", "failed"})},
                {"attempts", integer_schema()},
                {"response_status", or_null(integer_schema()), "Of the last answer."},
                {"error", or_null(text_schema()), "Why the last attempt failed."},
                {"created_at", time_schema()},
                {"next_attempt_at", or_null(time_schema())},
                {"ended_at", or_null(time_schema())}})};
}

record audit_entry()
{
    return {
        "audit_entry",
        object_schema(std::vector<member>{
            {"id", uuid_schema(), "Ordered by time."},
            {"at", time_schema()},
            {"account_id", uuid_schema()},
            {"actor", record_reference("actor"), "The one who did it."},
            {"address", or_null(text_schema()),
             "The IP address that the request came from; null for agents, and for programs of "
             "this machine that come by thimbled's control socket."},
            {"action", text_schema(),
             "A route, POST /v1/phones/{phone_id}/tap; of an agent, an action: tap; of an "
             "operator, a command: admin key create."},
            {"phone_id", or_null(uuid_schema())},
            {"target", or_null(text_schema()),
             "Of what was granted: the id of what was made (job, session, key, lease) or meant."},
            {"status", or_null(integer_schema()), "Of HTTP; null for agents and operators."},
            {"outcome", words_schema({"done", "accepted", "refused", "not_sent", "unknown"}),
             "accepted: the job in target says more."},
            {"error", or_null(text_schema()), "The code."},
            {"request_id", or_null(text_schema())}})};
}

record desktop_status()
{
    return {"desktop_status",
            object_schema(std::vector<member>{
                {"mac_app_running", flag_schema(), "Whether any desktop is connected."},
                {"phone_connected", flag_schema()},
                {"phone_name", or_null(text_schema())},
                {"switch_control_enabled", flag_schema(), "Always false."},
                {"screen_locked", flag_schema()},
                {"streaming", flag_schema()}})};
}

std::vector<member> members_of_key()
{
    return {
        {"id", uuid_schema()},
        {"name", text_schema(), "What a person knows it by."},
        {"prefix", text_schema(), "How it begins."},
        {"created_at", time_schema()},
        {"last_used_at", or_null(time_schema())},
        {"scopes", list_schema(words_schema({"read", "act", "sessions", "admin"})),
         "Kinds of requests that it is good for."},
        {"phones", or_null(list_schema(uuid_schema())), "The only ones that it is for; null: any."},
        {"sessions", list_schema(uuid_schema()), "Sessions that it began and that have not ended."},
        {"desktops", list_schema(uuid_schema()), "Desktops that it has let in."}};
}

record new_key()
{
    auto members = members_of_key();
    members.push_back({"key", text_schema(), "The key itself. It is not shown again."});
    return {"new_key", object_schema(members)};
}

record grant()
{
    return {"grant", object_schema(std::vector<member>{
                         {"id", uuid_schema()},
                         {"client_id", text_schema(), "Of the program: an address, or made here."},
                         {"client_name", text_schema(), "In its own words."},
                         {"scopes", list_schema(words_schema({"read", "act", "sessions"}))},
                         {"phones", or_null(list_schema(uuid_schema())),
                          "The only ones that it may use; null: any."},
                         {"created_at", time_schema()},
                         {"ends_at", time_schema()},
                         {"last_used_at", or_null(time_schema())},
                         {"sessions", list_schema(uuid_schema()),
                          "Sessions that it began and that have not ended."}})};
}

record authorization_request()
{
    return {"authorization_request",
            object_schema(std::vector<member>{
                {"client_name", text_schema(), "In the program's own words."},
                {"client_host", or_null(text_schema()),
                 "Whose program it is; null: it has only registered itself."},
                {"redirect_host", text_schema(), "Where the answer goes."},
                {"scopes", list_schema(words_schema({"read", "act", "sessions"})),
                 "That it asks for."}})};
}

record desktop()
{
    return {"desktop",
            object_schema(std::vector<member>{
                {"id", uuid_schema()},
                {"name", text_schema(), "What a person knows it by."},
                {"state", words_schema({"connected", "offline"})},
                {"version", or_null(text_schema()), "Of its program; null before its first link."},
                {"phones", list_schema(uuid_schema()), "The phones attached to it now."},
                {"blockers", list_schema(record_reference("blocker")),
                 "What keeps it from having phones at all, no matter which."},
                {"enrolled", flag_schema(), "Whether it has a token, which can be revoked."},
                {"created_at", or_null(time_schema()), "When it was let in."},
                {"approved_by", or_null(uuid_schema()),
                 "The API key with which it was let in, which may have been revoked since; null: "
                 "in a browser, with the key of local mode, or by an operator."},
                {"last_seen_at", or_null(time_schema()), "When its link last began or ended."}})};
}

record enrolment()
{
    return {"enrolment",
            object_schema(std::vector<member>{
                {"id", uuid_schema()},
                {"code", text_schema(), "For people: `XXXX-XXXX`."},
                {"poll_token", text_schema(), "For the desktop alone. It is not shown again."},
                {"expires_at", time_schema()},
                {"interval_s", integer_schema(), "Seconds between two looks."}})};
}

record waiting_enrolment()
{
    return {"waiting_enrolment",
            object_schema(std::vector<member>{{"id", uuid_schema()},
                                              {"status", words_schema({"pending", "expired"})}})};
}

record approved_enrolment()
{
    return {"approved_enrolment",
            object_schema(std::vector<member>{
                {"id", uuid_schema()},
                {"status", words_schema({"approved"})},
                {"desktop_id", uuid_schema()},
                {"token", text_schema(), "Lets the desktop link; keep it secret."},
                {"name", text_schema()}})};
}

} // namespace

std::vector<record> other_records()
{
    return {
        apps(),
        app(),
        {"shortcuts",
         object_schema(std::vector<member>{{"shortcuts", list_schema(text_schema())}})},
        {"key", object_schema(members_of_key())},
        {"key_list", list_schema(record_reference("key"))},
        new_key(),
        {"signed_in", object_schema(std::vector<member>{
                          {"account", object_schema(std::vector<member>{{"id", uuid_schema()},
                                                                        {"name", text_schema()}})},
                          {"csrf_token", or_null(text_schema()),
                           "For `X-CSRF-Token`; null for who asks with a key."}})},
        grant(),
        {"grant_list",
         object_schema(std::vector<member>{{"grants", list_schema(record_reference("grant"))}})},
        authorization_request(),
        {"authorization_decision",
         object_schema(std::vector<member>{{"redirect_to", text_schema()}})},
        {"recording", object_schema(members_of_recording())},
        {"recording_list", object_schema(std::vector<member>{
                               {"recordings", list_schema(record_reference("recording"))}})},
        {"webhook", object_schema(members_of_webhook())},
        {"webhook_list", object_schema(std::vector<member>{
                             {"webhooks", list_schema(record_reference("webhook"))}})},
        new_webhook(),
        webhook_delivery(),
        {"webhook_log", object_schema(std::vector<member>{
                            {"log", list_schema(record_reference("webhook_delivery"))}})},
        {"secret_list",
         object_schema(std::vector<member>{{"secrets", list_schema(record_reference("secret"))}})},
        {"secret",
         object_schema(std::vector<member>{{"name", text_schema()},
                                           {"made_at", time_schema(), "When its value was put."},
                                           {"apps", list_schema(text_schema()),
                                            "Bundle ids of the apps that it may be typed into; "
                                            "none: any."}})},
        desktop(),
        {"desktop_list", object_schema(std::vector<member>{
                             {"desktops", list_schema(record_reference("desktop"))}})},
        enrolment(),
        waiting_enrolment(),
        approved_enrolment(),
        account_event(),
        account_event_list(),
        audit_entry(),
        {"audit_list", object_schema(std::vector<member>{
                           {"entries", list_schema(record_reference("audit_entry"))},
                           {"next_before", or_null(uuid_schema()), "For the page behind it."}})},
        desktop_status(),
        {"health", object_schema(std::vector<member>{{"status", text_schema()}})},
        {"service_readiness",
         object_schema(std::vector<member>{
             {"status", words_schema({"ready", "not_ready"})},
             {"reason", or_null(words_schema({"store_late", "store_failed"}))}})}};
}

std::vector<record> records()
{
    std::vector<record> all{error()};
    for (auto group : {phone_records, screen_records, job_records, session_records, other_records})
        std::ranges::move(group(), std::back_inserter(all));
    return all;
}

} // namespace thimble::service::contract
