#include "service/document/docs_page.hpp"

#include "contract/error_codes.hpp"
#include "service/document/chapters.hpp"
#include "service/document/docs_parts.hpp"
#include "service/document/html.hpp"

#include <string_view>

namespace thimble::service::contract {

namespace {

/// The rows of a chapter, each once: a row stands in the table under each of its paths.
std::vector<const endpoint*> rows_of(const table& endpoints, chapter which)
{
    std::vector<const endpoint*> out;
    for (const auto& route : endpoints.routes())
        for (const auto& row : route.endpoints)
            if (row.documented_as.in == which && row.paths.front() == route.pattern.text())
                out.push_back(&row);
    return out;
}

std::string navigation(const table& endpoints)
{
    std::string out = "<nav aria-label=\"Chapters\"><b><a href=\"#top\">introduction</a></b>\n";
    for (const auto& each : chapters()) {
        const auto rows = rows_of(endpoints, each.which);
        if (rows.empty())
            continue;
        out += "<b>" + html::link_to(each.name, html::escaped(each.name)) + "</b>\n";
        for (const auto* row : rows)
            out += html::link_to(anchor_of(*row), html::prose(row->documented_as.summary)) + "\n";
    }
    return out + "<b><a href=\"#records\">records</a></b>\n<b><a href=\"#errors\">errors</a></b>\n"
                 "</nav>\n";
}

/// As on the pages of the dashboard, whose icon it has.
constexpr std::string_view top_bar = R"(<header class="bar"><a class="brand" href="/">
<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
<path d="M4.4 6a3.6 3.6 0 0 1 7.2 0l1 7.4a.6.6 0 0 1-.6.6H4a.6.6 0 0 1-.6-.6z"/>
</svg>
Thimble</a> <a href="/">Dashboard</a> <a href="/openapi.json">OpenAPI document</a></header>
)";

std::string introduction()
{
    std::string out =
        "<header id=\"top\"><h1>API reference</h1>\n<p class=\"lead\">Software's use of a "
        "real phone, version " THIMBLE_VERSION
        ". For programs: <a href=\"/openapi.json\">openapi.json</a>.</p>\n";
    for (const auto paragraph : ground_rules())
        out += "<p>" + html::prose(paragraph) + "</p>\n";
    return out + "<p>The requests below take address, key and the id of a phone from the shell: "
                 "<code>export THIMBLE_URL=<span id=\"address\">http://127.0.0.1:8344</span> "
                 "THIMBLE_API_KEY=… PHONE_ID=…</code></p>\n"
                 "</header>\n";
}

std::string chapter_section(const table& endpoints, const chapter_text& which)
{
    const auto rows = rows_of(endpoints, which.which);
    if (rows.empty())
        return {};
    std::string out = "<section id=\"" + std::string(which.name) + "\"><h2>" +
                      html::escaped(which.name) + "</h2>\n<p>" + html::prose(which.text) + "</p>\n";
    for (const auto* row : rows)
        out += docs_endpoint(*row);
    return out + "</section>\n";
}

std::string record_section()
{
    std::string out = "<section id=\"records\"><h2>records</h2>\n";
    for (const auto& each : records())
        out += docs_record(each);
    return out + "</section>\n";
}

std::string error_section()
{
    std::string out = "<section id=\"errors\"><h2>errors</h2>\n<table>\n";
    for (const auto& each : error_codes())
        out += "<tr id=\"error-" + html::anchor(each.name) + "\"><td>" + html::code(each.name) +
               "</td><td>" + std::to_string(each.status) + "</td><td>" + html::prose(each.meaning) +
               "</td></tr>\n";
    return out + "</table></section>\n";
}

} // namespace

std::string docs_page(const table& endpoints)
{
    std::string out = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n"
                      "<title>Thimble: API reference</title>\n"
                      "<link rel=\"stylesheet\" href=\"/dashboard/style.css\">\n"
                      "<link rel=\"stylesheet\" href=\"/dashboard/reference.css\">\n"
                      "<script type=\"module\" src=\"/dashboard/reference.js\"></script>\n"
                      "</head>\n<body>\n";
    out += top_bar;
    out += navigation(endpoints) + "<main>\n" + introduction();
    for (const auto& each : chapters())
        out += chapter_section(endpoints, each);
    return out + record_section() + error_section() + "</main>\n</body>\n</html>\n";
}

} // namespace thimble::service::contract
