// The page /live as a stranger gets it.
#include "service/live_page/live_page.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <regex>

namespace thimble::service::test {

namespace {

std::vector<std::string> live_paths()
{
    std::vector<std::string> out{"/live"};
    for (const auto& each : live_page::files())
        out.push_back("/live/" + std::string(each.name));
    return out;
}

/// What the first group of the expression matches, each time.
std::vector<std::string> every_match(const std::string& in, const std::string& expression)
{
    const std::regex wanted(expression);
    std::vector<std::string> out;
    for (std::sregex_iterator at(in.begin(), in.end(), wanted), end; at != end; ++at)
        out.push_back((*at)[1]);
    return out;
}

} // namespace

TEST_CASE("the live page needs no key and names no phone", "[service][live]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1", "Ada's iPhone"));
    http_client client(running.port());
    for (const auto& path : live_paths()) {
        INFO(path);
        const auto answer = client.ask("GET", path, {});
        CHECK(answer.status == 200);
        CHECK(!answer.body.empty());
        for (const std::string& secret : {id, std::string("udid-1"), std::string("Ada"),
                                          std::string(api_key), std::string(desktop_id)})
            CHECK(answer.body.find(secret) == std::string::npos);
    }
}

TEST_CASE("the live page runs nothing but its own files", "[service][live]")
{
    running_service running;
    http_client client(running.port());
    for (const auto& path : live_paths()) {
        INFO(path);
        const auto answer = client.ask("GET", path, {});
        const auto policy = answer.field("content-security-policy");
        CHECK(policy.starts_with("default-src 'none'; script-src 'self';"));
        CHECK(policy.find("unsafe") == std::string::npos);
        CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
        CHECK(answer.field("x-content-type-options") == "nosniff");
        CHECK(answer.field("referrer-policy") == "no-referrer");
    }
    const auto page = client.ask("GET", "/live", {});
    CHECK(page.field("content-type") == "text/html; charset=utf-8");
    CHECK(client.ask("GET", "/live/live.js", {}).field("content-type") ==
          "text/javascript; charset=utf-8");
    CHECK(client.ask("GET", "/live/live.css", {}).field("content-type") ==
          "text/css; charset=utf-8");
    for (const auto* inline_code : {"onclick", "onload", "style=", "<style", "javascript:"})
        CHECK(page.body.find(inline_code) == std::string::npos);
}

TEST_CASE("whatever the live page loads is there", "[service][live]")
{
    running_service running;
    http_client client(running.port());
    auto wanted = every_match(client.ask("GET", "/live", {}).body, "(?:href|src)=\"(/[^\"]*)\"");
    CHECK(wanted.size() == 2);
    for (const auto& each : live_page::files())
        for (const auto& name : every_match(std::string(each.text), "from \"\\./([^\"]*)\""))
            wanted.push_back("/live/" + name);
    CHECK(wanted.size() > 4);
    for (const auto& path : wanted) {
        INFO(path);
        CHECK(client.ask("GET", path, {}).status == 200);
    }
}

TEST_CASE("what a phone says never becomes HTML of the live page", "[service][live]")
{
    for (const auto& each : live_page::files())
        for (const auto* way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                                "eval(", "localStorage", "document.cookie"})
            CHECK(each.text.find(way) == std::string_view::npos);
}

TEST_CASE("the live page answers HEAD, and no other method", "[service][live]")
{
    running_service running;
    http_client client(running.port());
    client.send("HEAD /live HTTP/1.1\r\nHost: x\r\n\r\n");
    const auto head = client.receive(true);
    CHECK(head.status == 200);
    CHECK(head.field("content-length") ==
          std::to_string(client.ask("GET", "/live", {}).body.size()));
    for (const std::string path : {"/live", "/live/live.js"}) {
        const auto refused = client.ask("POST", path, {}, "{}");
        CHECK(refused.status == 405);
        CHECK(refused.field("allow") == "GET, HEAD, OPTIONS");
    }
    CHECK(client.ask("GET", "/live/other.js", {}).error() == "NOT_FOUND");
    CHECK(client.ask("GET", "/live/..%2Flive.js", {}).error() == "NOT_FOUND");
}

} // namespace thimble::service::test
