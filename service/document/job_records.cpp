// Records of service/jobs/job_record.cpp and of the actions.
#include "service/document/records.hpp"

namespace thimble::service::contract {

namespace {

record timing()
{
    return {"timing",
            object_schema(std::vector<member>{
                {"queued_ms", such_as(number_schema(), 4.1), "Waiting for the phone's turn."},
                {"link_ms", such_as(number_schema(), 2.7), "On the way to the phone's desktop."},
                {"device_ms", such_as(number_schema(), 291.2), "On the phone."},
                {"total_ms", such_as(number_schema(), 298.0)}})};
}

record receipt()
{
    return {"receipt",
            object_schema(std::vector<member>{
                {"effect", words_schema({"unknown", "changed", "unchanged"}),
                 "What was seen of it on the screen."},
                {"verified", such_as(or_null(flag_schema()), nullptr),
                 "Whether the wanted state was seen. `false` after a touch: the phone was locked "
                 "before it had ended."},
                {"shaped", flag_schema(), "Whether a gesture was bent to stay on the panel."},
                {"frame", such_as(or_null(record_reference("seen_frame")), nullptr),
                 "With `observe=settled`."},
                {"driver", such_as(or_null(text_schema()), "webdriveragent"),
                 "What did it on the phone: `webdriveragent`, `coredevice` (the services of iOS in "
                 "its tunnel), `lockdown`, `screenshotr`. Null of a batch, whose steps may differ, "
                 "and of what touches nothing."}})};
}

record region()
{
    return {"region", object_schema(std::vector<member>{
                          {"x", integer_schema(), "In pixels of the screenshot, as all of these."},
                          {"y", integer_schema()},
                          {"width", integer_schema()},
                          {"height", integer_schema()}})};
}

record seen_frame()
{
    return {"seen_frame",
            object_schema(std::vector<member>{
                {"frame_id", uuid_schema(), "For actions' `frame_id`. It is the job's id."},
                {"url", text_schema(), "Where the picture is, for an hour."},
                {"changed", or_null(flag_schema()),
                 "Whether the screen looks different than before the action; null where that was "
                 "not seen."},
                {"region", or_null(record_reference("region")),
                 "All that looks different; null where nothing does, or where that is unknown."},
                {"width", integer_schema()},
                {"height", integer_schema()},
                {"orientation", text_schema()},
                {"captured_at", time_schema()},
                {"settled", flag_schema(),
                 "Whether it was still for 200 ms; else it moved for three seconds."}})};
}

std::vector<member> members_of_job()
{
    return {{"id", uuid_schema()},
            {"status",
             such_as(words_schema({"pending", "running", "completed", "failed"}), "completed")},
            {"result", such_as(or_null(anything_schema()), schema::object()),
             "Of a failed job its error record; of a completed one mostly empty."},
            {"created_at", time_schema()},
            {"completed_at", such_as(or_null(time_schema()), "2026-11-02T09:41:00.298Z")},
            {"phone_id", uuid_schema()},
            {"action", such_as(text_schema(), "tap")},
            {"started_at", such_as(or_null(time_schema()), "2026-11-02T09:41:00.004Z")},
            {"timing", or_null(record_reference("timing"))},
            {"progress", such_as(or_null(record_reference("progress")), nullptr),
             "Of a job that takes long, while it does."},
            {"receipt", or_null(record_reference("receipt"))}};
}

/// A job with something beside it.
record job_and(std::string name, const std::vector<member>& more)
{
    auto members = members_of_job();
    members.insert(members.end(), more.begin(), more.end());
    return {std::move(name), object_schema(members)};
}

} // namespace

std::vector<record> job_records()
{
    return {
        job_and("job", {}),
        {"job_id", object_schema(std::vector<member>{{"job_id", uuid_schema()}})},
        {"job_list",
         object_schema(std::vector<member>{{"jobs", list_schema(record_reference("job"))},
                                           {"next_before", such_as(or_null(uuid_schema()), nullptr),
                                            "For the next page; null on the last."}})},
        timing(),
        {"progress", object_schema(std::vector<member>{
                         {"step", words_schema({"sending", "installing"})},
                         {"done", number_schema(), "Of the step, from 0 to 1."}})},
        receipt(),
        region(),
        seen_frame(),
        job_and("selection_job",
                {{"phone_id", uuid_schema()},
                 {"name", such_as(text_schema(), "iPhone")},
                 {"display_name", such_as(or_null(text_schema()), "Lab 3")},
                 {"width", such_as(or_null(integer_schema()), width_of_example)},
                 {"height", such_as(or_null(integer_schema()), height_of_example)}}),
        job_and("clipboard_job", {{"text", such_as(or_null(text_schema()), "Room 12, 9:30")},
                                  {"empty", or_null(flag_schema())},
                                  {"job_id", uuid_schema()}}),
        job_and("url_job", {{"action_id", uuid_schema(), "The job's id."}}),
    };
}

} // namespace thimble::service::contract
