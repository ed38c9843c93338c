// GET /v1/audit and /v1/audit/export.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "text/ascii.hpp"
#include "text/uuid.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t most_audit_entries = 1'000; // of a page
constexpr std::int64_t usual_audit_entries = 100;
constexpr std::int64_t most_exported_entries = 10'000;

parameter id_parameter(std::string name, std::string meaning)
{
    return text(std::move(name), 1, 64)
        .such_as("0b2f7a0e-5c53-7c0e-9d0e-0a4f4f0a8d11")
        .means(std::move(meaning));
}

/// In lower case; nothing where it is not given.
result<std::optional<std::string>> given_id(const call& what, const std::string& name)
{
    if (!what.given.has(name))
        return std::nullopt;
    auto id = to_lower(what.given.text(name));
    if (!is_uuid(id))
        return std::unexpected(invalid_argument(name, "not_a_uuid", "must be a UUID"));
    return std::optional(std::move(id));
}

asio::awaitable<http::response> list_audit(services& in, call& what)
{
    audit_filter wanted{.account_id = what.who.id,
                        .limit = static_cast<std::size_t>(what.given.integer("limit"))};
    for (const auto& [name, into] :
         {std::pair("phone_id", &wanted.phone_id), std::pair("actor_id", &wanted.actor_id),
          std::pair("before", &wanted.before)}) {
        auto id = given_id(what, name);
        if (!id)
            co_return to_response(id.error());
        *into = std::move(*id);
    }
    const auto limit = wanted.limit;
    const auto found = co_await in.audit.newest(std::move(wanted));
    if (!found)
        co_return to_response(found.error());
    auto records = ordered_json::array();
    for (const auto& each : *found)
        records.push_back(audit_record(each));
    ordered_json record;
    record["entries"] = std::move(records);
    record["next_before"] =
        found->size() == limit ? ordered_json(found->back().id) : ordered_json();
    co_return json_response(record);
}

asio::awaitable<http::response> export_audit(services& in, call& what)
{
    auto id = given_id(what, "after");
    if (!id)
        co_return to_response(id.error());
    auto lines = co_await in.audit.lines_after(
        what.who.id, id->value_or(""), static_cast<std::size_t>(what.given.integer("limit")));
    if (!lines)
        co_return to_response(lines.error());
    http::response out;
    out.set("Content-Type", "application/x-ndjson");
    out.set("Cache-Control", "no-store");
    out.body = std::move(*lines);
    co_return out;
}

} // namespace

std::vector<endpoint> audit_endpoints(services& in)
{
    endpoint list;
    list.paths = {"/v1/audit"};
    list.query = {id_parameter("phone_id", "About this phone only."),
                  id_parameter("actor_id", "Of this key, program or session only."),
                  id_parameter("before", "Older than this entry."),
                  integer("limit", 1, most_audit_entries)
                      .otherwise(usual_audit_entries)
                      .means("How many at most.")};
    list.documented_as = {
        .in = chapter::service,
        .summary = "Read who did what, the newest first",
        .details = "Every request that changes something, by whom it was made, where it came from "
                   "and what came of it, refused ones too; and what agents do on phones. Never "
                   "what was typed, what is on a clipboard, or a secret. Kept for 90 days, and a "
                   "million entries of all accounts.",
        .answers = {{.meaning = "The entries.", .records = {"audit_list"}}}};
    list.answer = [&in](call& what) { return list_audit(in, what); };
    endpoint lines;
    lines.paths = {"/v1/audit/export"};
    lines.query = {id_parameter("after", "Behind this entry: the last one of the part before."),
                   integer("limit", 1, most_exported_entries)
                       .otherwise(most_exported_entries)
                       .means("How many at most.")};
    lines.documented_as = {
        .in = chapter::service,
        .summary = "Export the audit log, the oldest first",
        .details = "A JSON object a line, as in the list. The next part begins `after` the `id` of "
                   "the last line; one without lines is the end.",
        .answers = {{.meaning = "The lines.", .media_types = {"application/x-ndjson"}}}};
    lines.answer = [&in](call& what) { return export_audit(in, what); };
    return {list, lines};
}

} // namespace thimble::service::api
