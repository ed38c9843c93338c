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
            {"instruction", such_as(text_schema(), "Open Settings and turn on Airplane Mode."),
             "The task, as it was given."},
            {"status",
             such_as(words_schema({"creating", "running", "paused", "waiting_for_user", "completed",
                                   "failed", "killed"}),
                     "completed"),
             "The last three are how it has ended: done and checked, given up, stopped."},
            {"cost_usd", such_as(number_schema(), 0.042), "What the model has cost."},
            {"duration_ms", such_as(integer_schema(), 38500),
             "From its start to its end, or so far."},
            {"num_turns", such_as(integer_schema(), 6), "Begun so far."},
            {"error", such_as(or_null(text_schema()), nullptr),
             "Why it has failed: a code, a colon and a sentence. `TIMEOUT`, `BUDGET_EXCEEDED`, "
             "`STUCK`, `MODEL_FAILED`, `UNVERIFIED`, `SERVICE_RESTARTED`, or the code of a phone "
             "that stayed away."},
            {"created_at", time_schema()},
            {"started_at", such_as(or_null(time_schema()), "2026-11-02T09:41:00.210Z"),
             "When it first ran."},
            {"completed_at", such_as(or_null(time_schema()), "2026-11-02T09:41:38.710Z")},
            {"model", such_as(text_schema(), "the-model")},
            {"result", such_as(or_null(text_schema()), "Airplane Mode is on."),
             "The agent's closing words."},
            {"max_turns", such_as(integer_schema(), 100)},
            {"max_cost_usd", such_as(or_null(number_schema()), 1.5), "Null: no limit."},
            {"timeout_s", such_as(integer_schema(), 1800)},
            {"waiting_for", such_as(or_null(text_schema()), nullptr),
             "What the agent asks, while it waits."},
            {"recording_id", such_as(or_null(uuid_schema()), nullptr),
             "Of the recording of its screen, if `record` asked for one."}})};
}

record event()
{
    return {
        "event",
        object_schema(std::vector<member>{
            {"index", such_as(integer_schema(), 4), "In its session, from 0 without gaps."},
            {"type", such_as(words_schema({"status", "thinking", "text", "tool_use", "tool_result",
                                           "message", "screenshot", "question", "action", "verdict",
                                           "error"}),
                             "thinking")},
            {"ts", time_schema()},
            {"data",
             such_as(anything_schema(), {{"turn", 2}, {"text", "The switch is off; I tap it."}}),
             "`turn`, and more by the type."}})};
}

record event_list()
{
    return {"event_list",
            object_schema(std::vector<member>{{"events", list_schema(record_reference("event"))},
                                              {"next_index", such_as(integer_schema(), 5),
                                               "What to send as `since` the next time."}})};
}

record usage()
{
    return {"usage", object_schema(std::vector<member>{
                         {"month", such_as(text_schema(), "2026-11"), "`2026-11`, in UTC."},
                         {"minutes_used", such_as(number_schema(), 412.5), "Overage included."},
                         {"minutes_included", such_as(or_null(integer_schema()), 1000),
                          "In the plan; null: no limit."},
                         {"minutes_overage", such_as(number_schema(), 0), "Beyond the plan."},
                         {"overage_cost_usd", such_as(number_schema(), 0)},
                         {"model_cost_usd", such_as(number_schema(), 3.18),
                          "What the models of the sessions have cost."}})};
}

} // namespace

std::vector<record> session_records()
{
    return {session(),
            {"session_list", object_schema(std::vector<member>{
                                 {"sessions", list_schema(record_reference("session"))},
                                 {"next_before", such_as(or_null(uuid_schema()), nullptr),
                                  "The `before` of the next page; null: there is none."}})},
            event(),
            event_list(),
            usage()};
}

} // namespace thimble::service::contract
