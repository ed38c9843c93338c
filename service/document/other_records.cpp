// Records of recordings, apps and desktops, and the error record.
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
    return {"app", object_schema(std::vector<member>{
                       {"name", such_as(text_schema(), "Notes")},
                       {"bundle_id", such_as(text_schema(), "com.apple.mobilenotes")},
                       {"version", such_as(text_schema(), "18.5")},
                       {"type", such_as(words_schema({"user", "system"}), "system")}})};
}

record apps()
{
    return {"apps", object_schema(std::vector<member>{
                        {"apps", list_schema(record_reference("app")), "Sorted by name."},
                        {"app_count", such_as(integer_schema(), 1)},
                        {"updated_at", time_schema(), "When the phone was read."},
                        {"source", words_schema({"database", "device"})}})};
}

std::vector<member> members_of_recording()
{
    return {
        {"id", uuid_schema()},
        {"phone_id", uuid_schema()},
        {"session_id", such_as(or_null(uuid_schema()), nullptr), "The session that it is of."},
        {"status", such_as(words_schema({"recording", "completed", "failed"}), "completed")},
        {"format", or_null(words_schema({"mp4", "zip"})),
         "Of its content; null before the first picture."},
        {"ended_by",
         or_null(words_schema({"stopped", "session_ended", "max_duration", "max_bytes",
                               "video_changed", "key_revoked", "no_subscription", "phone_forgotten",
                               "service_ended", "no_picture", "storage_full"})),
         "Null until its content is whole. `video_changed`: the phone went on with a video that "
         "does not go into the same file."},
        {"created_at", time_schema()},
        {"started_at", such_as(or_null(time_schema()), "2026-11-02T09:41:00.350Z"),
         "The moment that the first picture shows: times in its content count from there."},
        {"ended_at", such_as(or_null(time_schema()), "2026-11-02T09:42:00.400Z")},
        {"duration_ms", such_as(integer_schema(), 60050), "Of its content, so far."},
        {"bytes", such_as(integer_schema(), 7340032), "So far."},
        {"pictures", such_as(integer_schema(), 600), "So far."},
        {"width", such_as(or_null(integer_schema()), 1178), "Of its pictures, in pixels."},
        {"height", such_as(or_null(integer_schema()), 2556)},
        {"max_duration_s", such_as(integer_schema(), 600)},
        {"max_bytes", such_as(integer_schema(), 536870912)}};
}

record desktop_status()
{
    return {"desktop_status", object_schema(std::vector<member>{
                                  {"mac_app_running", such_as(flag_schema(), true),
                                   "Whether any desktop is connected."},
                                  {"phone_connected", such_as(flag_schema(), true)},
                                  {"phone_name", such_as(or_null(text_schema()), "Lab 3")},
                                  {"switch_control_enabled", flag_schema(), "Always false."},
                                  {"screen_locked", flag_schema()},
                                  {"streaming", flag_schema()}})};
}

record desktop()
{
    return {
        "desktop",
        object_schema(std::vector<member>{
            {"id", uuid_schema()},
            {"name", such_as(text_schema(), "rack 2"), "What a person knows it by."},
            {"state", words_schema({"connected", "offline"})},
            {"version", such_as(or_null(text_schema()), "0.1.0"),
             "Of its program; null before its first link."},
            {"phones", list_schema(uuid_schema()), "The phones attached to it now."},
            {"blockers", such_as(list_schema(record_reference("blocker")), schema::array()),
             "What keeps it from having phones at all, no matter which."},
            {"enrolled", such_as(flag_schema(), true),
             "Whether it has a token, which can be revoked."},
            {"created_at", such_as(or_null(time_schema()), weeks_before), "When it was let in."},
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
                {"code", such_as(text_schema(), "BCDF-GHJK"), "For people: `XXXX-XXXX`."},
                {"poll_token", such_as(text_schema(), "…"),
                 "For the desktop alone. It is not shown again."},
                {"expires_at", such_as(time_schema(), minutes_after)},
                {"interval_s", such_as(integer_schema(), 1), "Seconds between two looks."}})};
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
                {"token", such_as(text_schema(), "…"), "Lets the desktop link; keep it secret."},
                {"name", such_as(text_schema(), "rack 2")}})};
}

record service_readiness()
{
    const auto checks = object_schema(std::vector<member>{
        {"store", words_schema({"ok", "late", "failed"}), "Its database."},
        {"nodes", such_as(or_null(words_schema({"ok", "cut_off"})), nullptr),
         "The others of the service, which it has to hear; null for a service of one node."}});
    return {"service_readiness",
            object_schema(std::vector<member>{
                {"status", words_schema({"ready", "not_ready"})},
                {"reason",
                 such_as(or_null(words_schema({"store_late", "store_failed", "node_cut_off"})),
                         nullptr)},
                {"checks", checks, "What each of the things says that it needs."},
                {"error", such_as(or_null(words_schema({"NODE_CUT_OFF"})), nullptr),
                 "The code with which other requests to this node are refused meanwhile."}})};
}

} // namespace

std::vector<record> other_records()
{
    return {
        apps(),
        app(),
        {"shortcuts", object_schema(std::vector<member>{
                          {"shortcuts", list_schema(such_as(text_schema(), "Start the day"))}})},
        {"recording", object_schema(members_of_recording())},
        {"recording_list", object_schema(std::vector<member>{
                               {"recordings", list_schema(record_reference("recording"))}})},
        desktop(),
        {"desktop_list", object_schema(std::vector<member>{
                             {"desktops", list_schema(record_reference("desktop"))}})},
        enrolment(),
        waiting_enrolment(),
        approved_enrolment(),
        desktop_status(),
        {"health", object_schema(std::vector<member>{{"status", such_as(text_schema(), "ok")}})},
        service_readiness()};
}

std::vector<record> records()
{
    std::vector<record> all{error()};
    for (auto group : {phone_records, screen_records, job_records, session_records, account_records,
                       other_records})
        std::ranges::move(group(), std::back_inserter(all));
    return all;
}

} // namespace thimble::service::contract
