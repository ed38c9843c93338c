#include "service/document/docs_parts.hpp"
#include "service/document/failures.hpp"
#include "service/document/html.hpp"
#include "service/document/needed_scope.hpp"
#include "service/document/request_headers.hpp"

#include <algorithm>
#include <map>

namespace thimble::service::contract {

namespace {

std::string limits_of(const parameter& what)
{
    const auto range = std::to_string(what.minimum) + " to " + std::to_string(what.maximum);
    switch (what.kind) {
    case parameter::type::integer:
        return what.along == axis::none ? "integer, " + range : "integer, on the screenshot";
    case parameter::type::number:
        return "number, " + range;
    case parameter::type::boolean:
        return "true or false";
    case parameter::type::text:
        return "string, " + range + " characters";
    case parameter::type::choice:
        return type_in_words(words_schema(what.choices));
    case parameter::type::texts:
        return "list of at most " + std::to_string(what.most_items) + " strings";
    case parameter::type::objects:
        return "list of " + std::to_string(what.least_items) + " to " +
               std::to_string(what.most_items) + " objects";
    }
    return {};
}

std::string presence_of(const parameter& what)
{
    if (what.required)
        return "<span class=\"required\">required</span>";
    return what.fallback.is_null() ? "" : "default " + html::code(what.fallback.dump());
}

std::string parameter_row(const parameter& what, std::string_view place)
{
    return "<tr><td>" + html::code(what.name) + "<br><span class=\"place\">" + std::string(place) +
           "</span></td><td class=\"type\">" + limits_of(what) + "<br>" + presence_of(what) +
           "</td><td>" + html::prose(what.meaning) + "</td></tr>\n";
}

std::string header_row(const request_header& what)
{
    return "<tr><td>" + html::code(what.name) +
           "<br><span class=\"place\">header</span></td><td class=\"type\">" +
           std::string(what.limits) + "</td><td>" + html::prose(what.meaning) + "</td></tr>\n";
}

std::string parameter_table(const endpoint& row)
{
    std::string rows;
    for (const auto& each : row.body)
        rows += parameter_row(each, "body");
    for (const auto& each : row.query)
        rows += parameter_row(each, "query");
    for (const auto& each : request_headers(row))
        rows += header_row(each);
    return rows.empty() ? rows : "<table class=\"fields\">\n" + rows + "</table>\n";
}

std::string content_of(const good_answer& what)
{
    std::string out;
    for (const auto& name : what.records)
        out += (out.empty() ? "" : " or ") + type_in_words(record_reference(name));
    for (const auto& type : what.media_types)
        out += (out.empty() ? "" : " or ") + html::code(type);
    return out;
}

/// Which errors there are, whichever of its paths is asked for.
failures all_failures(const endpoint& row)
{
    failures all;
    for (const auto& path : row.paths)
        for (const auto& [status, codes] : failures_of(row, path_pattern(path)))
            for (const auto& code : codes)
                if (std::ranges::find(all[status], code) == all[status].end())
                    all[status].push_back(code);
    return all;
}

std::string answers_of(const endpoint& row)
{
    std::string out = "<h4>Answers</h4>\n<table class=\"answers\">\n";
    for (const auto& each : row.documented_as.answers)
        out += "<tr><td><b>" + std::to_string(each.status) + "</b></td><td>" + content_of(each) +
               "</td><td>" + html::prose(each.meaning) + "</td></tr>\n";
    for (const auto& [status, codes] : all_failures(row)) {
        std::string names;
        for (const auto& code : codes)
            names += html::link_to("error-" + html::anchor(code), html::code(code)) + " ";
        out += "<tr><td>" + std::to_string(status) + "</td><td colspan=\"2\">" + names +
               "</td></tr>\n";
    }
    return out + "</table>\n";
}

std::string other_paths(const endpoint& row)
{
    std::string out;
    for (const auto& path : row.paths)
        if (path != row.paths.front())
            out += (out.empty() ? "<p class=\"also\">Also " : ", ") + html::code(path);
    return out.empty() ? out : out + "</p>\n";
}

std::string needed_right(const endpoint& row)
{
    if (row.open_to == endpoint::access::everybody)
        return "Needs no key.";
    auto scope = needed_scope(row);
    return scope.empty() ? "Any key will do." : scope;
}

} // namespace

std::string anchor_of(const endpoint& row)
{
    return html::anchor(std::string(to_string(row.method)) + " " + row.paths.front());
}

std::string docs_endpoint(const endpoint& row)
{
    const std::string method(to_string(row.method));
    const auto& told = row.documented_as;
    std::string out = "<details>\n<summary><span class=\"method " + html::anchor(method) + "\">" +
                      method + "</span> " + html::code(row.paths.front()) +
                      "<span class=\"says\">" + html::prose(told.summary) +
                      "</span></summary>\n<div id=\"" + anchor_of(row) + "\">\n";
    out += other_paths(row);
    if (!told.details.empty())
        out += "<p>" + html::prose(told.details) + "</p>\n";
    out += "<p class=\"needs\">" + html::prose(needed_right(row)) + "</p>\n";
    return out + parameter_table(row) + docs_examples(row) + answers_of(row) +
           "</div>\n</details>\n";
}

} // namespace thimble::service::contract
