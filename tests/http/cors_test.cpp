// Pages of other origins.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

namespace {

constexpr auto page = "https://page.example";

struct with_origin {
    running_service running{{}, std::chrono::seconds(2), [](server_options& options) {
                                options.origins = {page, "http://localhost:3000"};
                            }};
    http_client client{running.port()};
};

} // namespace

TEST_CASE("a page that is named learns what it may send", "[service]")
{
    with_origin with;
    const auto answer =
        with.client.ask("OPTIONS", "/v1/tap",
                        {{"Origin", page},
                         {"Access-Control-Request-Method", "POST"},
                         {"Access-Control-Request-Headers", "x-api-key, content-type"}});
    CHECK(answer.status == 204);
    CHECK(answer.field("access-control-allow-origin") == page);
    CHECK(answer.field("access-control-allow-methods") == answer.field("allow"));
    for (const auto* sent : {"X-API-Key", "traceparent"})
        CHECK(answer.field("access-control-allow-headers").find(sent) != std::string::npos);
    CHECK(answer.field("access-control-allow-credentials").empty());
}

TEST_CASE("a page that is named may read answers and errors", "[service]")
{
    with_origin with;
    for (const auto* path : {"/v1/phones", "/v1/status", "/nowhere"}) {
        const auto answer = with.client.get(path, {{"Origin", page}});
        CHECK(answer.field("access-control-allow-origin") == page);
        CHECK(answer.field("access-control-expose-headers").find("X-Request-Id") !=
              std::string::npos);
        CHECK(answer.field("vary").find("Origin") != std::string::npos);
    }
}

TEST_CASE("a page that is named may be a client of MCP that signs in", "[service]")
{
    with_origin with;
    const auto ahead = with.client.ask(
        "OPTIONS", "/mcp", {{"Origin", page}, {"Access-Control-Request-Method", "POST"}});
    for (const auto* sent : {"MCP-Protocol-Version", "Mcp-Session-Id", "Mcp-Method", "Mcp-Name"})
        CHECK(ahead.field("access-control-allow-headers").find(sent) != std::string::npos);
    const auto unknown = with.client.ask("GET", "/mcp", {{"Origin", page}});
    CHECK(unknown.status == 401);
    for (const auto* read : {"Mcp-Session-Id", "WWW-Authenticate"})
        CHECK(unknown.field("access-control-expose-headers").find(read) != std::string::npos);
    const auto enrolled = [&](const std::string& origin) {
        return with.client.ask(
            "POST", "/oauth/register", {{"Origin", origin}, {"Content-Type", "application/json"}},
            R"({"client_name":"Page","redirect_uris":["https://page.example/callback"]})");
    };
    CHECK(enrolled(page).status == 201);
    CHECK(enrolled("https://evil.example").error() == "FOREIGN_ORIGIN");
}

TEST_CASE("a page that is named signs nobody in", "[service]")
{
    with_origin with;
    const auto answer = with.client.ask("POST", "/v1/sign-in",
                                        {{"Origin", page}, {"Content-Type", "application/json"}},
                                        R"({"name":"ada","password":"of ada"})");
    CHECK(answer.error() == "FOREIGN_ORIGIN");
}

TEST_CASE("a page that is not named gets no leave, and caches are told why", "[service]")
{
    with_origin with;
    for (const auto* origin : {"https://evil.example", "https://page.example.evil", "null",
                               "http://page.example", "https://page.example:444"}) {
        for (const auto* method : {"GET", "OPTIONS"}) {
            const auto answer =
                with.client.ask(method, "/v1/phones", {{"Origin", origin}, {"X-API-Key", api_key}});
            CHECK(answer.status < 300);
            CHECK(answer.field("access-control-allow-origin").empty());
            CHECK(answer.field("access-control-allow-methods").empty());
            CHECK(answer.field("vary").find("Origin") != std::string::npos);
        }
    }
}

} // namespace thimble::service::test
