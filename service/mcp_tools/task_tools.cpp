// The tools by which a client gives an agent of the service a whole task.
#include "contract/schema.hpp"
#include "contract/url_check.hpp"
#include "service/mcp_tools/phone_choice.hpp"
#include "service/mcp_tools/results.hpp"
#include "service/mcp_tools/session_words.hpp"

#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <expected>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

/// A client gives up on an answer after a minute, as a rule.
constexpr std::chrono::seconds longest_follow{45};
constexpr std::chrono::milliseconds follow_interval{500};
constexpr int longest_description = 500; // of a phone, in characters
constexpr auto sessions_path = "/v1/sessions";

std::string session_target(const std::string& id, std::string_view tail = {})
{
    return std::string(sessions_path) + "/" + percent_encoded(id) + std::string(tail);
}

json object_with(json properties, json required)
{
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
}

json task_output()
{
    const auto text = json{{"type", "string"}};
    const auto text_or_null = json{{"type", json::array({"string", "null"})}};
    return {{"type", "object"},
            {"properties",
             {{"session_id", text},
              {"status", text},
              {"result", text_or_null},
              {"error", text_or_null},
              {"waiting_for", text_or_null},
              {"next_index", {{"type", "integer"}}}}},
            {"required", json::array({"session_id", "status"})}};
}

json id_argument()
{
    return {{"type", "string"},
            {"minLength", 1},
            {"maxLength", 64},
            {"description", "session_id that run_task has answered with."}};
}

/// State of a session, and its events since one of them.
struct followed {
    json session = nullptr;
    std::string text = {}; // of the events, a line each
    std::uint64_t next_index = 0;
};

bool goes_on(const json& session)
{
    const auto status = session.value("status", std::string());
    return status == "creating" || status == "running";
}

/// Reads what there is by now. Nothing where the session cannot be read; `why` says how.
asio::awaitable<bool> read_events(tool_use& use, std::string id, followed& into, rest_answer& why)
{
    // The session first: what it ends with is among the events then.
    why = co_await use.get(session_target(id));
    if (!why.ok())
        co_return false;
    into.session = std::move(why.record);
    for (bool more = true; more;) {
        why = co_await use.get(
            session_target(id, "/events?since=" + std::to_string(into.next_index)));
        if (!why.ok())
            co_return false;
        const auto events = why.record.value("events", json::array());
        for (const auto& each : events)
            into.text += line_of_event(each);
        into.next_index = why.record.value("next_index", into.next_index);
        more = !events.empty();
    }
    co_return true;
}

/// Until it ends, waits for somebody, or has been followed for long enough.
asio::awaitable<bool> follow(tool_use& use, std::string id, followed& into, rest_answer& why)
{
    const auto until = std::chrono::steady_clock::now() + longest_follow;
    asio::steady_timer clock(co_await asio::this_coro::executor);
    while (co_await read_events(use, id, into, why)) {
        if (!goes_on(into.session) || std::chrono::steady_clock::now() > until)
            co_return true;
        use.of.progress(static_cast<double>(into.next_index), {}, last_line_of(into.text));
        clock.expires_after(follow_interval);
        co_await clock.async_wait(asio::use_awaitable);
    }
    co_return false;
}

mcp::tool_result result_of_task(const std::string& id, followed what)
{
    json structured{{"session_id", id}, {"next_index", what.next_index}};
    for (const auto* each : {"status", "result", "error", "waiting_for"})
        structured[each] = what.session.value(each, json());
    auto text = words_of_session(id, what.session);
    text += newest_lines(what.text, most_text - text.size());
    return told(std::move(text), std::move(structured));
}

/// Ends a session unless it has been told not to: of whoever has begun it and was cancelled.
class stop_unless_kept {
public:
    stop_unless_kept(tool_use& use, std::string id) : use_(use), id_(std::move(id)) {}
    stop_unless_kept(const stop_unless_kept&) = delete;
    stop_unless_kept& operator=(const stop_unless_kept&) = delete;
    ~stop_unless_kept()
    {
        if (!kept_)
            use_.rest.tell(use_.who, verb::post, session_target(id_, "/stop"));
    }
    void keep() { kept_ = true; }

private:
    tool_use& use_;
    std::string id_;
    bool kept_ = false;
};

/// With the phone that is called so. Words that say what any phone has to be stay as they are; a
/// name may look like them.
asio::awaitable<std::expected<json, std::string>> order_of(tool_use& use)
{
    json order = use.arguments;
    const auto words = use.text("phone");
    if (words == "any")
        co_return order;
    const auto phone = co_await choose_phone(use);
    if (!phone && !words.contains('='))
        co_return std::unexpected(phone.error());
    if (phone) {
        order.erase("phone");
        order["phone_id"] = phone->id;
    }
    co_return order;
}

tool_answer run_task(tool_use& use)
{
    auto order = co_await order_of(use);
    if (!order)
        co_return failed(order.error());
    auto answer = co_await use.post(sessions_path, std::move(*order));
    if (!answer.ok())
        co_return failed(answer);
    const auto id = answer.record.value("id", std::string());
    stop_unless_kept mark(use, id);
    followed seen;
    const bool read = co_await follow(use, id, seen, answer);
    mark.keep();
    co_return read ? result_of_task(id, std::move(seen)) : failed(answer);
}

tool_answer run_follow(tool_use& use)
{
    const auto id = use.text("session_id");
    followed seen{.next_index = use.arguments.value("since", std::uint64_t{0})};
    rest_answer answer;
    const bool read = co_await follow(use, id, seen, answer);
    co_return read ? result_of_task(id, std::move(seen)) : failed(answer);
}

tool_answer run_tell(tool_use& use)
{
    const auto answer = co_await use.post(session_target(use.text("session_id"), "/messages"),
                                          {{"message", use.arguments.at("message")}});
    if (!answer.ok())
        co_return failed(answer);
    co_return co_await run_follow(use);
}

tool_answer run_stop(tool_use& use)
{
    const auto id = use.text("session_id");
    auto answer = co_await use.post(session_target(id, "/stop"));
    if (!answer.ok())
        co_return failed(answer);
    answer = co_await use.get(session_target(id));
    if (!answer.ok())
        co_return failed(answer);
    co_return result_of_task(id, {.session = std::move(answer.record), .text = {}});
}

tool_row
task_row(mcp::tool told, json properties, json required, tool_answer (*run)(tool_use&), bool reads)
{
    told.input_schema = object_with(std::move(properties), std::move(required));
    told.output_schema = task_output();
    told.annotations = {{"readOnlyHint", reads}, {"openWorldHint", true}};
    if (!reads)
        told.annotations["destructiveHint"] = true;
    return {
        .told = std::move(told), .run = run, .tells_progress = true, .needs = {scope::sessions}};
}

json since_argument()
{
    return {{"type", "integer"},
            {"minimum", 0},
            {"description", "next_index of the answer before: only what has happened since."}};
}

} // namespace

std::vector<tool_row> task_tools(const rest_rows& rest)
{
    const auto* row = rest.find(verb::post, sessions_path);
    if (row == nullptr)
        return {};
    json fields = json::object();
    for (const auto& each : row->body)
        if (each.name != "phone_id")
            fields[each.name] = json(contract::schema_of(each));
    fields["phone"] = phone_argument();
    fields["phone"]["maxLength"] = longest_description;
    fields["phone"]["description"] = "Id, UDID or name; or what a free phone has to be: "
                                     "labels=smoke;ios=17..18;model=iPhone 15, or any.";
    fields["wait_s"]["description"] =
        "At most, until such a phone is free."; // read with each prompt
    return {
        task_row({.name = "run_task",
                  .title = "Run a task",
                  .description = "Give an agent of the service a whole task in words. Answers when "
                                 "it is done, asks something, or has worked for 45 seconds: then "
                                 "follow_task goes on."},
                 std::move(fields), json::array({"instruction"}), run_task, false),
        task_row({.name = "follow_task",
                  .title = "Follow a task",
                  .description = "What a task has done since, until it ends or asks something."},
                 {{"session_id", id_argument()}, {"since", since_argument()}},
                 json::array({"session_id"}), run_follow, true),
        task_row({.name = "answer_task",
                  .title = "Answer a task",
                  .description = "Answer the agent's question, or tell it something."},
                 {{"session_id", id_argument()},
                  {"since", since_argument()},
                  {"message", {{"type", "string"}, {"minLength", 1}, {"maxLength", 10'000}}}},
                 json::array({"session_id", "message"}), run_tell, false),
        task_row({.name = "stop_task",
                  .title = "Stop a task",
                  .description = "End a task at once; no finger stays down."},
                 {{"session_id", id_argument()}}, json::array({"session_id"}), run_stop, false)};
}

} // namespace thimble::service::mcp_tools
