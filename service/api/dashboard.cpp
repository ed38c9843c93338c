// GET / and the dashboard's files. They name no phone and hold no key: the page asks for one.
#include "service/dashboard/dashboard.hpp"

#include "service/api/endpoints.hpp"
#include "service/gateway_failures.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

/// Nothing from elsewhere, no script but these files, no answer to anybody else.
constexpr auto content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

http::response response_of(const dashboard::file* what)
{
    if (what == nullptr)
        return to_response(not_found());
    http::response out;
    out.set("Content-Type", std::string(what->media_type));
    out.set("Cache-Control", "no-cache");
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Content-Security-Policy", content_policy);
    out.set("Referrer-Policy", "no-referrer");
    out.body = std::string(what->text);
    return out;
}

asio::awaitable<http::response> show_page(call&)
{
    co_return response_of(dashboard::find("index.html"));
}

asio::awaitable<http::response> show_file(call& what)
{
    co_return response_of(dashboard::find(what.path.find("file")->second));
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

std::vector<endpoint> dashboard_endpoints()
{
    endpoint page;
    page.paths = {"/", "/live"};
    page.open_to = endpoint::access::everybody;
    page.documented_as = {
        .in = chapter::service,
        .summary = "See and drive the phones in a browser",
        .details = "A page for people. It asks them to sign in.",
        .answers = {{.meaning = "The page.", .media_types = {media_types().front()}}}};
    page.answer = show_page;
    endpoint file;
    file.paths = {"/dashboard/{file}"};
    file.open_to = endpoint::access::everybody;
    file.documented_as = {.in = chapter::service,
                          .summary = "Read a file of that page",
                          .answers = {{.meaning = "The file.", .media_types = media_types()}},
                          .failures = {"NOT_FOUND"}};
    file.answer = show_file;
    return {page, file};
}

} // namespace thimble::service::api
