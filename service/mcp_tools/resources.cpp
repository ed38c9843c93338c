// Resources that clients may read: screens, pictures of jobs, events of sessions, the API's
// description.
#include "contract/url_check.hpp"
#include "mcp/content.hpp"
#include "service/mcp_tools/phone_catalogue.hpp"
#include "service/mcp_tools/phone_choice.hpp"
#include "service/mcp_tools/session_words.hpp"

#include <optional>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using nlohmann::json;
using read_answer = asio::awaitable<mcp::outcome<mcp::resource_result>>;

namespace {

constexpr std::string_view scheme = "thimble://";
constexpr std::string_view api_uri = "thimble://docs/openapi.json";
constexpr std::size_t most_events_text = 1024UL * 1024;

/// The text between the two; nothing where the address is another one.
std::optional<std::string>
id_between(std::string_view uri, std::string_view before, std::string_view after)
{
    if (!uri.starts_with(scheme))
        return std::nullopt;
    uri.remove_prefix(scheme.size());
    if (!uri.starts_with(before) || !uri.ends_with(after) ||
        uri.size() <= before.size() + after.size())
        return std::nullopt;
    uri.remove_prefix(before.size());
    uri.remove_suffix(after.size());
    if (uri.size() > 64 || uri.find('/') != std::string_view::npos)
        return std::nullopt;
    return percent_encoded(uri);
}

mcp::resource_result one_part(json contents)
{
    return {.contents = json::array({std::move(contents)}), .fresh = {}};
}

std::unexpected<mcp::halt> nothing_at(std::string_view uri)
{
    return std::unexpected(mcp::halt(mcp::resource_not_found(uri)));
}

/// A picture, or why there is none.
read_answer read_picture(tool_use use, std::string uri, std::string target)
{
    const auto answer = co_await use.get(std::move(target));
    if (answer.response.status == 404)
        co_return nothing_at(uri);
    if (!answer.ok())
        co_return std::unexpected(mcp::halt(mcp::error{
            .message = answer.record.is_object()
                           ? answer.record.value("message", std::string("There is no picture"))
                           : "There is no picture"}));
    co_return one_part(
        mcp::content::binary_contents(uri, answer.header("Content-Type"), answer.bytes()));
}

read_answer read_session(tool_use use, std::string uri, std::string id)
{
    const auto target = "/v1/sessions/" + id;
    const auto session = co_await use.get(target);
    if (!session.ok())
        co_return nothing_at(uri);
    auto text = words_of_session(id, session.record);
    std::uint64_t next = 0;
    for (bool more = true; more && text.size() < most_events_text;) {
        const auto page = co_await use.get(target + "/events?since=" + std::to_string(next));
        if (!page.ok())
            break;
        const auto events = page.record.value("events", json::array());
        for (const auto& each : events)
            text += line_of_event(each);
        next = page.record.value("next_index", next);
        more = !events.empty();
    }
    co_return one_part(mcp::content::text_contents(uri, "text/plain", std::move(text)));
}

read_answer read_api(tool_use use)
{
    const auto answer = co_await use.get("/openapi.json");
    if (!answer.ok())
        co_return nothing_at(api_uri);
    const auto bytes = std::as_const(answer).bytes();
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    co_return one_part(mcp::content::text_contents(api_uri, "application/json", text));
}

} // namespace

asio::awaitable<std::vector<mcp::resource>> phone_catalogue::resources(const mcp::principal& who)
{
    std::vector<mcp::resource> out{{std::string(api_uri), "openapi.json", "The REST API",
                                    "Its description in OpenAPI 3.1", "application/json"}};
    const auto phones =
        co_await rest_.ask(account_of(who), boost::beast::http::verb::get, "/v1/phones");
    if (!phones.ok() || !phones.record.is_array())
        co_return out;
    for (const auto& each : phones.record) {
        const auto id = each.value("id", std::string());
        out.push_back({"thimble://phones/" + id + "/screen", "screen of " + name_of(each),
                       name_of(each), "What the phone shows now", "image/jpeg"});
    }
    co_return out;
}

std::vector<mcp::resource_template>
phone_catalogue::resource_templates(const mcp::principal& /*who*/)
{
    return {{"thimble://phones/{phone_id}/screen", "screen", "Screen", "What a phone shows now",
             "image/jpeg"},
            {"thimble://jobs/{job_id}/picture", "picture", "Picture of a job",
             "What the screen became by an act: job_id of its answer. For an hour", "image/png"},
            {"thimble://sessions/{session_id}/events", "events", "Events of a task",
             "What has happened in it, as one text", "text/plain"}};
}

read_answer phone_catalogue::read_resource(std::string_view uri, mcp::call& of)
{
    static const json no_arguments = json::object();
    const tool_use use{.arguments = no_arguments,
                       .of = of,
                       .who = account_of(of.who()),
                       .rest = rest_,
                       .consent = consent_};
    if (uri == api_uri)
        return read_api(use);
    if (const auto id = id_between(uri, "phones/", "/screen"))
        return read_picture(use, std::string(uri),
                            phone_target(*id, "screenshot?format=jpeg&quality=70"));
    if (const auto id = id_between(uri, "jobs/", "/picture"))
        return read_picture(use, std::string(uri), "/v1/jobs/" + *id + "/download");
    if (auto id = id_between(uri, "sessions/", "/events"))
        return read_session(use, std::string(uri), std::move(*id));
    return [](std::string what) -> read_answer { co_return nothing_at(what); }(std::string(uri));
}

} // namespace thimble::service::mcp_tools
