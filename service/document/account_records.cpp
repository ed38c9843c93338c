// Records of an account: keys, grants, secrets, webhooks, events and the audit log.
#include "service/document/records.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::contract {

namespace {

record account_event()
{
    return {"account_event",
            object_schema(std::vector<member>{
                {"id", such_as(text_schema(), "7f3a9c21-42"), "For `since` and `Last-Event-ID`."},
                {"type", such_as(words_schema({"phone", "readiness", "alert", "job", "session",
                                               "recording"}),
                                 "job")},
                {"ts", time_schema()},
                {"data",
                 such_as(anything_schema(), {{"job_id", job_of_example},
                                             {"phone_id", phone_of_example},
                                             {"action", "tap"},
                                             {"status", "completed"},
                                             {"error", nullptr}}),
                 "With `phone_id`, and `phone`, `readiness` or `alert` as they are now; or the "
                 "`status` and `error` of a `job_id` or `session_id`; or the `status` and "
                 "`ended_by` of a `recording_id`."}})};
}

record account_event_list()
{
    return {
        "account_event_list",
        object_schema(std::vector<member>{
            {"events", list_schema(record_reference("account_event"))},
            {"last_id", such_as(text_schema(), "7f3a9c21-42"), "Ask again with this as `since`."},
            {"missed", flag_schema(), "`since` is not known: read again how things stand."}})};
}

std::vector<member> members_of_webhook()
{
    return {{"id", uuid_schema()},
            {"url", such_as(text_schema(), "https://hooks.example/thimble")},
            {"types", such_as(list_schema(text_schema()), schema::array({"job", "session"})),
             "Of the events that are sent; none: all."},
            {"created_at", such_as(time_schema(), weeks_before)}};
}

record new_webhook()
{
    auto members = members_of_webhook();
    members.push_back({"secret", such_as(text_schema(), "whsec_…"),
                       "That requests are signed with. It is told once."});
    return {"new_webhook", object_schema(members)};
}

record webhook_delivery()
{
    return {"webhook_delivery",
            object_schema(std::vector<member>{
                {"id", uuid_schema()},
                {"event_id", such_as(text_schema(), "7f3a9c21-42")},
                {"type", such_as(text_schema(), "job")},
                {"state", such_as(words_schema({"pending", "delivered", "failed"}), "delivered")},
                {"attempts", integer_schema()},
                {"response_status", such_as(or_null(integer_schema()), 204), "Of the last answer."},
                {"error", such_as(or_null(text_schema()), nullptr), "Why the last attempt failed."},
                {"created_at", time_schema()},
                {"next_attempt_at", such_as(or_null(time_schema()), nullptr)},
                {"ended_at", such_as(or_null(time_schema()), "2026-11-02T09:41:00.180Z")}})};
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
            {"address", such_as(or_null(text_schema()), "192.0.2.17"),
             "The IP address that the request came from; null for agents, and for programs of "
             "this machine that come by thimbled's control socket."},
            {"action", such_as(text_schema(), "POST /v1/phones/{phone_id}/tap"),
             "A route, POST /v1/phones/{phone_id}/tap; of an agent, an action: tap; of an "
             "operator, a command: admin key create."},
            {"phone_id", or_null(uuid_schema())},
            {"target", such_as(or_null(text_schema()), job_of_example),
             "Of what was granted: the id of what was made (job, session, key, lease) or meant."},
            {"status", such_as(or_null(integer_schema()), 200),
             "Of HTTP; null for agents and operators."},
            {"outcome", words_schema({"done", "accepted", "refused", "not_sent", "unknown"}),
             "accepted: the job in target says more."},
            {"error", such_as(or_null(text_schema()), nullptr), "The code."},
            {"request_id", such_as(or_null(text_schema()), "nightly-17")}})};
}

std::vector<member> members_of_key()
{
    return {
        {"id", uuid_schema()},
        {"name", such_as(text_schema(), "nightly tests"), "What a person knows it by."},
        {"prefix", such_as(text_schema(), "tk_…"), "How it begins."},
        {"created_at", such_as(time_schema(), weeks_before)},
        {"last_used_at", or_null(time_schema())},
        {"scopes",
         such_as(list_schema(words_schema({"read", "act", "sessions", "admin"})),
                 schema::array({"read", "act"})),
         "Kinds of requests that it is good for."},
        {"phones", such_as(or_null(list_schema(uuid_schema())), nullptr),
         "The only ones that it is for; null: any."},
        {"sessions", list_schema(uuid_schema()), "Sessions that it began and that have not ended."},
        {"desktops", list_schema(uuid_schema()), "Desktops that it has let in."}};
}

record new_key()
{
    auto members = members_of_key();
    members.push_back(
        {"key", such_as(text_schema(), "tk_…"), "The key itself. It is not shown again."});
    return {"new_key", object_schema(members)};
}

record grant()
{
    return {"grant",
            object_schema(std::vector<member>{
                {"id", uuid_schema()},
                {"client_id", such_as(text_schema(), "https://assistant.example/client.json"),
                 "Of the program: an address, or made here."},
                {"client_name", such_as(text_schema(), "Assistant"), "In its own words."},
                {"scopes", list_schema(words_schema({"read", "act", "sessions"}))},
                {"phones", such_as(or_null(list_schema(uuid_schema())), nullptr),
                 "The only ones that it may use; null: any."},
                {"created_at", such_as(time_schema(), weeks_before)},
                {"ends_at", such_as(time_schema(), "2026-12-13T08:30:00.000Z")},
                {"last_used_at", or_null(time_schema())},
                {"sessions", list_schema(uuid_schema()),
                 "Sessions that it began and that have not ended."}})};
}

record authorization_request()
{
    return {"authorization_request",
            object_schema(std::vector<member>{
                {"client_name", such_as(text_schema(), "Assistant"), "In the program's own words."},
                {"client_host", such_as(or_null(text_schema()), "assistant.example"),
                 "Whose program it is; null: it has only registered itself."},
                {"redirect_host", such_as(text_schema(), "assistant.example"),
                 "Where the answer goes."},
                {"scopes", list_schema(words_schema({"read", "act", "sessions"})),
                 "That it asks for."}})};
}

std::vector<record> key_records()
{
    return {
        {"key", object_schema(members_of_key())},
        {"key_list", list_schema(record_reference("key"))},
        new_key(),
        {"signed_in",
         object_schema(std::vector<member>{
             {"account", object_schema(std::vector<member>{
                             {"id", uuid_schema()}, {"name", such_as(text_schema(), "local")}})},
             {"csrf_token", such_as(or_null(text_schema()), "…"),
              "For `X-CSRF-Token`; null for who asks with a key."}})},
        grant(),
        {"grant_list",
         object_schema(std::vector<member>{{"grants", list_schema(record_reference("grant"))}})},
        authorization_request(),
        {"authorization_decision",
         object_schema(std::vector<member>{
             {"redirect_to",
              such_as(text_schema(), "https://assistant.example/signed-in?code=…&state=…")}})}};
}

std::vector<record> webhook_records()
{
    return {{"webhook", object_schema(members_of_webhook())},
            {"webhook_list", object_schema(std::vector<member>{
                                 {"webhooks", list_schema(record_reference("webhook"))}})},
            new_webhook(),
            webhook_delivery(),
            {"webhook_log", object_schema(std::vector<member>{
                                {"log", list_schema(record_reference("webhook_delivery"))}})}};
}

std::vector<record> secret_records()
{
    return {
        {"secret_list",
         object_schema(std::vector<member>{{"secrets", list_schema(record_reference("secret"))}})},
        {"secret",
         object_schema(std::vector<member>{
             {"name", such_as(text_schema(), "wifi-password")},
             {"made_at", such_as(time_schema(), weeks_before), "When its value was put."},
             {"apps", such_as(list_schema(text_schema()), schema::array({"com.apple.Preferences"})),
              "Bundle ids of the apps that it may be typed into; "
              "none: any."}})}};
}

std::vector<record> event_records()
{
    return {account_event(),
            account_event_list(),
            audit_entry(),
            {"audit_list", object_schema(std::vector<member>{
                               {"entries", list_schema(record_reference("audit_entry"))},
                               {"next_before", such_as(or_null(uuid_schema()), nullptr),
                                "For the page behind it."}})}};
}

} // namespace

std::vector<record> account_records()
{
    std::vector<record> all;
    for (auto group : {key_records, webhook_records, secret_records, event_records})
        std::ranges::move(group(), std::back_inserter(all));
    return all;
}

} // namespace thimble::service::contract
