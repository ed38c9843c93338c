// Records of service/jobs/job_record.cpp and of the actions.
#include "service/document/records.hpp"

namespace thimble::service::contract {

namespace {

record timing()
{
    return {"timing", object_schema(std::vector<member>{
                          {"queued_ms", number_schema(), "Waiting for the phone's turn."},
                          {"link_ms", number_schema(), "On the way to the phone's desktop."},
                          {"device_ms", number_schema(), "On the phone."},
                          {"total_ms", number_schema()}})};
}

record receipt()
{
    return {"receipt",
            object_schema(std::vector<member>{
                {"effect", words_schema({"unknown", "changed", "unchanged"}),
                 "What was seen of it on the screen."},
                {"verified", or_null(flag_schema()),
                 "Whether the wanted state was seen. `false` after a touch: the phone was locked "
                 "before it had ended."},
                {"shaped", flag_schema(), "Whether a gesture was bent to stay on the panel."},
                {"frame", or_null(record_reference("seen_frame")), "With `observe=settled`."},
                {"driver", or_null(text_schema()),
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
            {"status", words_schema({"pending", "running", "completed", "failed"})},
            {"result", or_null(anything_schema()),
             "Of a failed job its error record; of a completed one mostly empty."},
            {"created_at", time_schema()},
            {"completed_at", or_null(time_schema())},
            {"phone_id", uuid_schema()},
            {"action", text_schema()},
            {"started_at", or_null(time_schema())},
            {"timing", or_null(record_reference("timing"))},
            {"progress", or_null(record_reference("progress")),
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
         object_schema(std::vector<member>{
             {"jobs", list_schema(record_reference("job"))},
             {"next_before", or_null(uuid_schema()), "For the next page; null on the last."}})},
        timing(),
        {"progress", object_schema(std::vector<member>{
                         {"step", words_schema({"sending", "installing"})},
                         {"done", number_schema(), "Of the step, from 0 to 1."}})},
        receipt(),
        region(),
        seen_frame(),
        job_and("selection_job", {{"phone_id", uuid_schema()},
                                  {"name", text_schema()},
                                  {"display_name", or_null(text_schema())},
                                  {"width", or_null(integer_schema())},
                                  {"height", or_null(integer_schema())}}),
        job_and("clipboard_job", {{"text", or_null(text_schema())},
                                  {"empty", or_null(flag_schema())},
                                  {"job_id", uuid_schema()}}),
        job_and("url_job", {{"action_id", uuid_schema(), "The job's id."}}),
    };
}

} // namespace thimble::service::contract
