#include "service/document/openapi.hpp"

#include "service/document/chapters.hpp"
#include "service/document/operation.hpp"
#include "service/document/records.hpp"

#include <algorithm>
#include <set>

namespace thimble::service::contract {

using nlohmann::ordered_json;

namespace {

std::string lower_case(std::string_view method)
{
    std::string out(method);
    std::ranges::transform(out, out.begin(), [](char letter) {
        return static_cast<char>(letter | 0x20); // ASCII letters only
    });
    return out;
}

ordered_json info()
{
    std::string rules;
    for (const auto paragraph : ground_rules())
        rules += (rules.empty() ? "" : "\n\n") + std::string(paragraph);
    return {{"title", "Thimble"},
            {"version", THIMBLE_VERSION},
            {"summary", "Software's use of a real phone."},
            {"description", rules},
            {"license", {{"name", "Apache License 2.0"}, {"identifier", "Apache-2.0"}}}};
}

/// Only the chapters that have something in them.
ordered_json tags(const table& endpoints)
{
    std::set<chapter> used;
    for (const auto& route : endpoints.routes())
        for (const auto& row : route.endpoints)
            used.insert(row.documented_as.in);
    auto out = ordered_json::array();
    for (const auto& each : chapters())
        if (used.contains(each.which))
            out.push_back({{"name", each.name}, {"description", each.text}});
    return out;
}

ordered_json header(std::string_view meaning, schema of)
{
    return {{"description", meaning}, {"schema", std::move(of)}};
}

ordered_json headers()
{
    return {
        {"X-Request-Id", header("The request's name, as sent or made.", text_schema())},
        {"X-Ignored-Query",
         header("The first five parameters of the query that were ignored, with commas; only where "
                "there are any. Operations without a key name none.",
                text_schema())},
        {"X-Phone-Id", header("Which phone the answer is about.", uuid_schema())},
        {"Retry-After", header("Seconds to wait.", integer_schema())},
        {"WWW-Authenticate", header("How to send a key.", text_schema())},
        {"ETag", header("Names the content.", text_schema())},
        {"X-Frame-Id", header("For actions' `frame_id`.", uuid_schema())},
        {"X-Screen-Width", header("Of the space of coordinates.", integer_schema())},
        {"X-Screen-Height", header("Of the space of coordinates.", integer_schema())},
        {"X-Screen-Scale", header("Panel pixels for one point.", number_schema())},
        {"X-Screen-Orientation", header("As it is turned.", text_schema())},
        {"X-Captured-At", header("When the picture was taken.", time_schema())},
        {"Accept-Ranges", header("`bytes`: a part may be asked for.", text_schema())},
        {"Content-Range", header("Which part it is.", text_schema())},
        {"Content-Disposition", header("The name of the file.", text_schema())},
        {"X-Accel-Buffering", header("`no`: a proxy must not hold it back.", text_schema())},
    };
}

ordered_json security_schemes()
{
    return {{"cookie",
             {{"type", "apiKey"},
              {"in", "cookie"},
              {"name", "thimble"},
              {"description",
               "Of a browser in which somebody has signed in: behind the name stands the port of "
               "the address, `thimble-8344`. Writes need `X-CSRF-Token`, which `/v1/me` tells."}}},
            {"api_key", {{"type", "apiKey"}, {"in", "header"}, {"name", "X-API-Key"}}},
            {"bearer", {{"type", "http"}, {"scheme", "bearer"}}}};
}

ordered_json schemas()
{
    auto out = ordered_json::object();
    for (auto& each : records())
        out[each.name] = std::move(each.shape);
    return out;
}

/// A name that no other operation has: the same row at another path would have its own.
void make_unique(ordered_json& operation, std::set<std::string>& taken)
{
    auto name = operation.at("operationId").get<std::string>();
    while (!taken.insert(name).second)
        name += "_by_other_path";
    operation["operationId"] = name;
}

/// Where there is no answer of which OpenAPI could tell: daemons find what follows in the
/// description of the link, and a browser that is sent to a page goes there.
bool only_leads_elsewhere(const endpoint& row)
{
    constexpr unsigned switching_protocols = 101;
    constexpr unsigned see_other = 303;
    return std::ranges::all_of(row.documented_as.answers, [](const good_answer& each) {
        return each.status == switching_protocols || each.status == see_other;
    });
}

} // namespace

ordered_json openapi_document(const table& endpoints, same_elsewhere how)
{
    ordered_json responses = ordered_json::object();
    ordered_json paths = ordered_json::object();
    std::set<std::string> names;
    for (const auto& route : endpoints.routes())
        for (const auto& row : route.endpoints) {
            const bool first = route.pattern.text() == row.paths.front();
            if (only_leads_elsewhere(row) || (!first && how == same_elsewhere::named))
                continue;
            auto operation = operation_of(row, route.pattern, responses);
            make_unique(operation, names);
            paths[route.pattern.text()][lower_case(to_string(row.method))] = std::move(operation);
        }
    return {{"openapi", "3.1.0"},
            {"info", info()},
            {"servers", {{{"url", "/"}, {"description", "Where this document came from."}}}},
            {"security",
             {{{"api_key", ordered_json::array()}},
              {{"bearer", ordered_json::array()}},
              {{"cookie", ordered_json::array()}}}},
            {"tags", tags(endpoints)},
            {"paths", std::move(paths)},
            {"components",
             {{"securitySchemes", security_schemes()},
              {"headers", headers()},
              {"responses", std::move(responses)},
              {"schemas", schemas()}}}};
}

} // namespace thimble::service::contract
