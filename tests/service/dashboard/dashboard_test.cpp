// The dashboard as a stranger gets it.
#include "contract/remedy_docs.hpp"
#include "service/dashboard/dashboard.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace thimble::service::test {

namespace {

std::vector<std::string> all_paths()
{
    std::vector<std::string> out{"/"};
    for (const auto& each : dashboard::files())
        out.push_back("/dashboard/" + std::string(each.name));
    return out;
}

/// Matches of the expression's first group, each time.
std::vector<std::string> every_match(const std::string& in, const std::string& expression)
{
    const std::regex wanted(expression);
    std::vector<std::string> out;
    for (std::sregex_iterator at(in.begin(), in.end(), wanted), end; at != end; ++at)
        out.push_back((*at)[1]);
    return out;
}

} // namespace

TEST_CASE("the dashboard needs no key and names no phone", "[service][dashboard]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1", "Ada's iPhone"));
    http_client client(running.port());
    for (const auto& path : all_paths()) {
        INFO(path);
        const auto answer = client.ask("GET", path, {});
        CHECK(answer.status == 200);
        CHECK(!answer.body.empty());
        for (const std::string& secret : {id, std::string("udid-1"), std::string("Ada"),
                                          std::string(api_key), std::string(desktop_id)})
            CHECK(answer.body.find(secret) == std::string::npos);
    }
}

TEST_CASE("the dashboard's page says that it is that of local mode", "[service][dashboard]")
{
    running_service running; // with the local account's key
    http_client client(running.port());
    for (const auto* path : {"/", "/live"})
        CHECK(client.ask("GET", path, {}).body.contains(R"(name="thimble-mode" content="local")"));
    CHECK(dashboard::find("index.html")->text.contains(R"(name="thimble-mode" content="service")"));
    // It has no model either.
    CHECK(client.ask("GET", "/", {}).body.contains(R"(name="thimble-model" content="none")"));
    CHECK_FALSE(client.ask("GET", "/", {}).body.contains("<!-- version -->"));
}

TEST_CASE("the dashboard runs nothing but its own files", "[service][dashboard]")
{
    running_service running;
    http_client client(running.port());
    for (const auto& path : all_paths()) {
        INFO(path);
        const auto answer = client.ask("GET", path, {});
        const auto policy = answer.field("content-security-policy");
        CHECK(policy.starts_with("default-src 'none'; script-src 'self';"));
        CHECK(policy.find("unsafe") == std::string::npos);
        CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
        CHECK(answer.field("x-content-type-options") == "nosniff");
        CHECK(answer.field("referrer-policy") == "no-referrer");
    }
    const auto page = client.ask("GET", "/", {});
    CHECK(page.field("content-type") == "text/html; charset=utf-8");
    CHECK(client.ask("GET", "/dashboard/main.js", {}).field("content-type") ==
          "text/javascript; charset=utf-8");
    CHECK(client.ask("GET", "/dashboard/style.css", {}).field("content-type") ==
          "text/css; charset=utf-8");
    for (const auto* inline_code : {"onclick", "onload", "style=", "<style", "javascript:"})
        CHECK(page.body.find(inline_code) == std::string::npos);
}

TEST_CASE("whatever the dashboard loads is there", "[service][dashboard]")
{
    running_service running;
    http_client client(running.port());
    auto wanted = every_match(client.ask("GET", "/", {}).body, "(?:href|src)=\"(/[^\"]*)\"");
    CHECK(wanted.size() >= 2);
    for (const auto& each : dashboard::files())
        for (const auto& name : every_match(std::string(each.text), "from \"\\./([^\"]*)\""))
            wanted.push_back("/dashboard/" + name);
    CHECK(wanted.size() > 50);
    for (const auto& path : wanted) {
        INFO(path);
        CHECK(client.ask("GET", path, {}).status == 200);
    }
}

TEST_CASE("documents that remedies lead to are there, with all others kept back",
          "[service][dashboard]")
{
    running_service running;
    http_client client(running.port());
    std::set<std::string> wanted;
    for (const auto& each : all_remedy_docs())
        wanted.insert(std::string(each.place.substr(0, each.place.find('#'))));
    for (const auto& each : dashboard::documents())
        wanted.insert("docs/" + std::string(each.name));
    CHECK(wanted.size() > 5);
    for (const auto& path : wanted) {
        INFO(path);
        const auto answer = client.ask("GET", "/" + path, {});
        CHECK(answer.status == 200);
        CHECK(answer.field("content-type") == "text/markdown; charset=utf-8");
        CHECK(answer.body.starts_with("# "));
    }
    for (const auto* path :
         {"/docs/main.js", "/docs/other.md", "/docs/..%2Fiphone.md", "/dashboard/iphone.md"})
        CHECK(client.ask("GET", path, {}).error() == "NOT_FOUND");
}

TEST_CASE("the dashboard's pages are told which documents are served", "[service][dashboard]")
{
    const auto* const names = dashboard::find("document_names.js");
    REQUIRE(names != nullptr);
    std::set<std::string> served;
    for (const auto& each : dashboard::documents())
        served.insert(std::string(each.name.substr(0, each.name.find('.'))));
    const auto told = every_match(std::string(names->text), "\"([a-z-]+)\"");
    CHECK(std::set(told.begin(), told.end()) == served);
}

TEST_CASE("what a phone says never becomes HTML of the dashboard", "[service][dashboard]")
{
    const auto writes_text = [](const auto& each) { return each.text.contains("textContent"); };
    CHECK(std::ranges::any_of(dashboard::files(), writes_text)); // they are the pages' scripts
    for (const auto& each : dashboard::files())
        for (const auto* way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                                "eval(", "localStorage", "document.cookie"})
            CHECK(each.text.find(way) == std::string_view::npos);
}

TEST_CASE("a browser that knows nothing of the dashboard loads little", "[service][dashboard]")
{
    running_service running;
    http_client client(running.port());
    auto paths =
        every_match(client.ask("GET", "/", {}).body, "(?:href|src)=\"(/dashboard/[^\"]*)\"");
    const auto style = client.ask("GET", "/dashboard/style.css", {}).body;
    std::ranges::copy(every_match(style, "url\\(\"(/[^\"]*)\"\\)"), std::back_inserter(paths));
    paths.emplace_back("/");
    std::size_t bytes = 0;
    for (const auto& path : paths)
        bytes += client.ask("GET", path, {{"Accept-Encoding", "gzip"}}).body.size();
    CHECK(bytes > 10'000);
    CHECK(bytes <= 200'000);
}

TEST_CASE("the dashboard serves the fonts that its style names, as they are",
          "[service][dashboard]")
{
    running_service running;
    http_client client(running.port());
    const auto style = client.ask("GET", "/dashboard/style.css", {}).body;
    const auto named = every_match(style, "url\\(\"(/[^\"]*)\"\\)");
    const auto is_font = [](const auto& each) { return each.name.ends_with(".woff2"); };
    CHECK(std::ranges::count_if(dashboard::files(), is_font) == std::ssize(named));
    CHECK(style.contains("@font-face") == !named.empty()); // a build without fonttools has none
    CHECK_FALSE(style.contains("/* fonts */"));
    for (const auto& path : named) {
        INFO(path);
        const auto answer = client.ask("GET", path, {{"Accept-Encoding", "gzip"}});
        CHECK(answer.field("content-type") == "font/woff2");
        CHECK(answer.body.starts_with("wOF2"));
    }
    CHECK(client.ask("GET", "/", {}).field("content-security-policy").contains("font-src 'self'"));
}

TEST_CASE("the dashboard answers HEAD, and no other method", "[service][dashboard]")
{
    running_service running;
    http_client client(running.port());
    client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
    const auto head = client.receive(true);
    CHECK(head.status == 200);
    CHECK(head.field("content-length") == std::to_string(client.ask("GET", "/", {}).body.size()));
    for (const std::string path : {"/", "/live", "/dashboard/main.js"}) {
        const auto refused = client.ask("POST", path, {}, "{}");
        CHECK(refused.status == 405);
        CHECK(refused.field("allow") == "GET, HEAD, OPTIONS");
    }
    CHECK(client.ask("GET", "/dashboard/other.js", {}).error() == "NOT_FOUND");
    CHECK(client.ask("GET", "/dashboard/..%2Fmain.js", {}).error() == "NOT_FOUND");
}

} // namespace thimble::service::test
