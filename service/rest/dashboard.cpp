// GET / and the dashboard's files. They name no phone and hold no key: the page asks for one.
#include "service/dashboard/dashboard.hpp"

#include "service/gateway/gateway_failures.hpp"
#include "service/rest/endpoints.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

/// Nothing from elsewhere, no script but these files, no answer to anybody else.
constexpr auto content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "font-src 'self'; media-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

http::response response_with(std::string_view media_type, std::string text)
{
    http::response out;
    out.set("Content-Type", std::string(media_type));
    out.set("Cache-Control", "no-cache");
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Content-Security-Policy", content_policy);
    out.set("Referrer-Policy", "no-referrer");
    out.body = std::move(text);
    return out;
}

void replace_first(std::string& in, std::string_view old, std::string_view with)
{
    if (const auto place = in.find(old); place != std::string::npos)
        in.replace(place, old.size(), with);
}

std::string page_of(const page_facts& told)
{
    std::string text(dashboard::find("index.html")->text);
    if (told.local)
        replace_first(text, R"(name="thimble-mode" content="service")",
                      R"(name="thimble-mode" content="local")");
    if (!told.has_model)
        replace_first(text, R"(name="thimble-model" content="configured")",
                      R"(name="thimble-model" content="none")");
    return text;
}

asio::awaitable<http::response> show_page(page_facts told)
{
    co_return response_with(dashboard::find("index.html")->media_type, page_of(told));
}

asio::awaitable<http::response> show_file(call& what)
{
    const auto* const found = dashboard::find(what.path.find("file")->second);
    if (found == nullptr)
        co_return to_response(not_found({}));
    co_return response_with(found->media_type, std::string(found->text));
}

asio::awaitable<http::response> show_document(call& what)
{
    const auto* const found = dashboard::find_document(what.path.find("document")->second);
    if (found == nullptr)
        co_return to_response(not_found({}));
    co_return response_with(found->media_type, std::string(found->text));
}

endpoint document_row()
{
    endpoint row;
    row.paths = {"/docs/{document}"};
    row.open_to = endpoint::access::everybody;
    row.documented_as = {
        .in = chapter::service,
        .summary = "Read one of the documents that remedies lead to",
        .details = "In Markdown: /docs/iphone.md for `docs` of a blocker.",
        .answers = {{.meaning = "It.", .media_types = {"text/markdown; charset=utf-8"}}},
        .failures = {"NOT_FOUND"}};
    row.answer = show_document;
    return row;
}

std::vector<std::string> media_types()
{
    std::vector<std::string> out;
    for (const auto& each : dashboard::files())
        if (out.empty() || out.back() != each.media_type)
            out.emplace_back(each.media_type);
    return out;
}

} // namespace

std::vector<endpoint> dashboard_endpoints(page_facts told)
{
    endpoint page;
    page.paths = {"/", "/live"};
    page.open_to = endpoint::access::everybody;
    page.documented_as = {
        .in = chapter::service,
        .summary = "See and drive the phones in a browser",
        .details = "A page for people. It asks them to sign in.",
        .answers = {{.meaning = "The page.", .media_types = {media_types().front()}}}};
    page.answer = [told](call&) { return show_page(told); };
    endpoint file;
    file.paths = {"/dashboard/{file}"};
    file.open_to = endpoint::access::everybody;
    file.documented_as = {.in = chapter::service,
                          .summary = "Read a file of that page",
                          .answers = {{.meaning = "The file.", .media_types = media_types()}},
                          .failures = {"NOT_FOUND"}};
    file.answer = show_file;
    return {page, file, document_row()};
}

} // namespace thimble::service::api
