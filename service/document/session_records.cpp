// Records of the endpoints about agent sessions.
#include "service/document/records.hpp"

namespace thimble::service::contract {

namespace {

record session()
{
    return {
        "session",
        object_schema(std::vector<member>{
            {"id", uuid_schema()},
            {"phone_id", uuid_schema()},
            {"instruction", text_schema(), "The task, as it was given."},
            {"status",
             words_schema({"creating", "running", "paused", "waiting_for_user", "completed",
                           "failed", "killed"}),
             "The last three are how it has ended: done and checked, given up, stopped."},
            {"cost_usd", number_schema(), "What the model has cost."},
            {"duration_ms", integer_schema(), "From its start to its end, or so far."},
            {"num_turns", integer_schema(), "Begun so far."},
            {"error", or_null(text_schema()),
             "Why it has failed: a code, a colon and a sentence. `TIMEOUT`, `BUDGET_EXCEEDED`, "
             "`STUCK`, `MODEL_FAILED`, `UNVERIFIED`, `SERVICE_RESTARTED`, or the code of a phone "
             "that stayed away."},
            {"created_at", time_schema()},
            {"started_at", or_null(time_schema()), "When it first ran."},
            {"completed_at", or_null(time_schema())},
            {"model", text_schema()},
            {"result", or_null(text_schema()), "The agent's closing words."},
            {"max_turns", integer_schema()},
            {"max_cost_usd", or_null(number_schema()), "Null: no limit."},
            {"timeout_s", integer_schema()},
            {"waiting_for", or_null(text_schema()), "What the agent asks, while it waits."},
            {"recording_id", or_null(uuid_schema()),
             "Of the recording of its screen, if `record` asked for one."}})};
}

record event()
{
    return {"event", object_schema(std::vector<member>{
                         {"index", integer_schema(), "In its session, from 0 without gaps."},
                         {"type", words_schema({"status", "thinking", "text", "tool_use",
                                                "tool_result", "message", "screenshot", "question",
                                                "action", "verdict", "error"})},
                         {"ts", time_schema()},
                         {"data", anything_schema(), "`turn`, and more by the type."}})};
}

record event_list()
{
    return {"event_list",
            object_schema(std::vector<member>{
                {"events", list_schema(record_reference("event"))},
                {"next_index", integer_schema(), "What to send as `since` the next time."}})};
}

record usage()
{
    return {
        "usage",
        object_schema(std::vector<member>{
            {"month", text_schema(), "`2026-11`, in UTC."},
            {"minutes_used", number_schema(), "Overage included."},
            {"minutes_included", or_null(integer_schema()), "In the plan; null: no limit."},
            {"minutes_overage", number_schema(), "Beyond the plan."},
            {"overage_cost_usd", number_schema()},
            {"model_cost_usd", number_schema(), "What the models of the sessions have cost."}})};
}

} // namespace

std::vector<record> session_records()
{
    return {session(),
            {"session_list", object_schema(std::vector<member>{
                                 {"sessions", list_schema(record_reference("session"))},
                                 {"next_before", or_null(uuid_schema()),
                                  "The `before` of the next page; null: there is none."}})},
            event(),
            event_list(),
            usage()};
}

} // namespace thimble::service::contract
