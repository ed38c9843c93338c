#include "service/document/operation.hpp"

#include "contract/error_codes.hpp"
#include "service/document/chapters.hpp"
#include "service/document/example.hpp"
#include "service/document/failures.hpp"
#include "service/document/needed_scope.hpp"
#include "service/document/operation_names.hpp"
#include "service/document/request_headers.hpp"

#include <algorithm>

namespace thimble::service::contract {

using nlohmann::ordered_json;

namespace {

/// Of one path of several: where else the same is.
std::string other_paths(const endpoint& row, const path_pattern& path)
{
    std::string out;
    for (const auto& each : row.paths)
        if (each != path.text())
            out += (out.empty() ? "" : ", ") + ("`" + each + "`");
    return out.empty() ? out : "Also at " + out + ".";
}

ordered_json place_parameter(const std::string& name)
{
    constexpr auto a_phone = "A phone's id, its UDID, or a name that no other phone has.";
    const auto* const meaning = name == "phone_id"                     ? a_phone
                                : name == "bundle_id"                  ? "An app's bundle id."
                                : name == "file" || name == "document" ? "Its name."
                                : name == "name"                       ? "Its name."
                                                                       : "Its id.";
    return {{"name", name},
            {"in", "path"},
            {"required", true},
            {"description", meaning},
            {"schema", text_schema()}};
}

ordered_json query_parameter(const parameter& what)
{
    auto shape = schema_of(what);
    auto meaning = shape.value("description", "");
    shape.erase("description");
    return {{"name", what.name},
            {"in", "query"},
            {"required", what.required},
            {"description", std::move(meaning)},
            {"schema", std::move(shape)}};
}

ordered_json header_parameter(const request_header& what)
{
    return {{"name", what.name},
            {"in", "header"},
            {"required", false},
            {"description", what.meaning},
            {"schema", what.shape}};
}

ordered_json parameters_of(const endpoint& row, const path_pattern& path)
{
    auto out = ordered_json::array();
    for (const auto& name : path.places())
        out.push_back(place_parameter(name));
    for (const auto& each : row.query)
        out.push_back(query_parameter(each));
    for (const auto& each : request_headers(row))
        out.push_back(header_parameter(each));
    return out;
}

/// Any field will do, but one must be there.
ordered_json one_of_them(const std::vector<parameter>& fields)
{
    auto any = ordered_json::array();
    for (const auto& each : fields)
        any.push_back({{"required", ordered_json::array({each.name})}});
    return any;
}

ordered_json body_of(const endpoint& row)
{
    if (row.takes_file)
        return {{"required", true},
                {"content",
                 {{"application/octet-stream",
                   {{"schema", {{"type", "string"}, {"format", "binary"}}}}}}}};
    auto shape = object_schema(row.body);
    if (row.one_field_needed)
        shape["anyOf"] = one_of_them(row.body);
    return {{"required", needs_body(row)},
            {"content",
             {{"application/json",
               {{"schema", std::move(shape)}, {"example", example_of(row.body)}}}}}};
}

bool names_phone(const endpoint& row)
{
    return row.subject == endpoint::about::phone || row.documented_as.finds_phone;
}

/// With what every answer of the row has.
ordered_json header_references(const endpoint& row, const std::vector<std::string>& more)
{
    auto names = more;
    names.emplace_back("X-Request-Id");
    names.emplace_back("X-Ignored-Query");
    if (names_phone(row))
        names.emplace_back("X-Phone-Id");
    ordered_json out;
    for (const auto& name : names)
        out[name] = {{"$ref", "#/components/headers/" + name}};
    return out;
}

/// Of several records each has its example.
ordered_json content_of_records(const good_answer& what)
{
    ordered_json out{{"schema", record_reference(what.records)}};
    if (what.records.size() == 1)
        out["example"] = example_of(what, what.records.front());
    else
        for (const auto& name : what.records) {
            if (const auto in = what.when.find(name); in != what.when.end())
                out["examples"][name]["summary"] = in->second;
            out["examples"][name]["value"] = example_of(what, name);
        }
    return out;
}

ordered_json response_of(const endpoint& row, const good_answer& what)
{
    ordered_json out{{"description", what.meaning},
                     {"headers", header_references(row, what.headers)}};
    if (!what.records.empty())
        out["content"]["application/json"] = content_of_records(what);
    for (const auto& type : what.media_types)
        out["content"][type] = ordered_json::object();
    return out;
}

std::vector<std::string> headers_of(unsigned status)
{
    if (status == 401)
        return {"WWW-Authenticate"};
    if (status == 429 || status == 503)
        return {"Retry-After"};
    return {};
}

ordered_json
failure_response(const endpoint& row, unsigned status, const std::vector<std::string>& codes)
{
    std::string meanings;
    for (const auto& code : codes)
        meanings += (meanings.empty() ? "" : "\n") + ("`" + code + "`: ") +
                    std::string(find_error_code(code)->meaning);
    const schema named{{"type", "object"}, {"properties", {{"error", words_schema(codes)}}}};
    return {
        {"description", meanings},
        {"headers", header_references(row, headers_of(status))},
        {"content",
         {{"application/json",
           {{"schema", {{"allOf", ordered_json::array({record_reference("error"), named})}}}}}}}};
}

/// A response with the same codes and headers is the same one.
std::string name_of(const endpoint& row, const std::vector<std::string>& codes)
{
    std::string out = names_phone(row) ? "phone" : "plain";
    for (const auto& code : codes)
        out += "." + code;
    return out;
}

ordered_json responses_of(const endpoint& row, const path_pattern& path, ordered_json& shared)
{
    auto out = ordered_json::object();
    for (const auto& each : row.documented_as.answers)
        out[std::to_string(each.status)] = response_of(row, each);
    for (const auto& [status, codes] : failures_of(row, path)) {
        const auto name = name_of(row, codes);
        if (!shared.contains(name))
            shared[name] = failure_response(row, status, codes);
        out[std::to_string(status)] = {{"$ref", "#/components/responses/" + name}};
    }
    return out;
}

/// Each way in with each scope that will do: roles, in words of OpenAPI. A cookie has all scopes.
ordered_json security_of(const endpoint& row)
{
    auto out = ordered_json::array();
    if (row.open_to == endpoint::access::everybody)
        return out;
    for (const auto* way : {"api_key", "bearer"})
        for (const auto& each : row.needs.names())
            out.push_back({{way, ordered_json::array({each})}});
    out.push_back({{"cookie", ordered_json::array()}});
    return out;
}

} // namespace

ordered_json operation_of(const endpoint& row, const path_pattern& path, ordered_json& responses)
{
    ordered_json out{{"operationId", operation_name(row)},
                     {"tags", ordered_json::array({text_of(row.documented_as.in).name})},
                     {"summary", row.documented_as.summary}};
    auto details = row.documented_as.details;
    if (const auto scopes = needed_scope(row); !scopes.empty())
        details += (details.empty() ? "" : "\n\n") + scopes;
    if (const auto others = other_paths(row, path); !others.empty())
        details += (details.empty() ? "" : "\n\n") + others;
    if (!details.empty())
        out["description"] = std::move(details);
    if (row.open_to != endpoint::access::account)
        out["security"] = security_of(row);
    if (auto parameters = parameters_of(row, path); !parameters.empty())
        out["parameters"] = std::move(parameters);
    if (takes_body(row))
        out["requestBody"] = body_of(row);
    out["responses"] = responses_of(row, path, responses);
    return out;
}

} // namespace thimble::service::contract
